import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Instruction, LitmusFile } from './ast.js';
import { canonicalMnemonic } from './instructions.js';
import { wordLimit } from './operands.js';

const additive = new Set(['INC', 'DEC', 'ADD', 'SUB', 'XADD']);

/**
 * Registers have 32 bits and wrap around, our integers do not. Every instruction runs once, so after adding
 * constants of the sum c and n additions of other values nothing exceeds (m + c) * 2^n, where m is the largest
 * constant of the test. While that stays below the limit there is no difference.
 */
export function checkValueLimit(file: LitmusFile, bag: DiagnosticBag): void {
  const instructions = file.columns.flatMap((column) => column.instructions);
  const sums = instructions.filter((i) => additive.has(canonicalMnemonic(i.mnemonic.text)));
  const last = sums[sums.length - 1];
  if (last === undefined) return;
  const constants = [...instructions.flatMap(constantsOf), ...initialValues(file)].map(magnitude);
  const largest = constants.reduce((a, b) => (a > b ? a : b), 1n);
  const added = sums.flatMap(constantsOf).reduce((sum, value) => sum + magnitude(value), BigInt(sums.length));
  const doublings = sums.filter((i) => i.operands.length === 2 && constantsOf(i).length === 0).length;
  if ((largest + added) * 2n ** BigInt(doublings) >= wordLimit) {
    bag.report(
      'E501',
      last.span,
      'the values of this test may leave 32 bits',
      'Use smaller constants or fewer additions.',
    );
  }
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

const constantsOf = (instruction: Instruction): readonly bigint[] =>
  instruction.operands.flatMap((operand) => (operand.kind === 'constant' ? [operand.value] : []));

const initialValues = (file: LitmusFile): readonly bigint[] =>
  file.init.flatMap(({ value }) => (value?.kind === 'constant' ? [value.value] : []));
