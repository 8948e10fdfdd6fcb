import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Word } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import { binary, bool, int, local, not, unary } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import { simplifiedBinary } from '../../lang/expr/simplify.js';
import { givesTruth, settling } from '../../lang/expr/operators.js';
import type { LocalId, ThreadId } from '../../lang/expr/ids.js';
import { localId } from '../../lang/expr/ids.js';
import { int32, includes } from '../../lang/expr/interval.js';
import type { LocalVar } from '../../lang/program/program.js';
import { intType } from '../../lang/expr/type.js';
import { getOrFail } from '../../support/invariant.js';
import { didYouMean } from '../../support/suggest.js';
import { leavesOf, made } from '../kit/written.js';
import type { TrnExpr, TrnInstruction, TrnThread } from './ast.js';

/** The registers of a thread, and what its expressions mean. */
export class RegisterScope {
  readonly registers: readonly LocalVar[];
  readonly #ids = new Map<string, LocalId>();

  /** `first`: the id of the first register. */
  constructor(
    private readonly owner: TrnThread,
    thread: ThreadId,
    first: number,
  ) {
    const words = new Map<string, Word>();
    for (const { instruction } of owner.transitions)
      for (const word of [...assignedBy(instruction), ...readBy(instruction)])
        if (!words.has(word.text)) words.set(word.text, word);
    this.registers = [...words.values()].map(({ text: name, span }, i): LocalVar => {
      const id = localId(first + i);
      this.#ids.set(name, id);
      const init = { kind: 'value', value: int(0) } as const;
      return { id, name, thread, type: intType, init, temporary: false, span };
    });
  }

  idOf({ text }: Word): LocalId {
    return getOrFail(this.#ids, text);
  }

  number(expr: TrnExpr): Expr {
    return asNumber(this.#value(expr));
  }

  truth(expr: TrnExpr): Expr {
    return asTruth(this.#value(expr));
  }

  /** Registers that are read and never written, and what only looks like a register. */
  report(bag: DiagnosticBag): void {
    const instructions = this.owner.transitions.map(({ instruction }) => instruction);
    const written = new Set(instructions.flatMap(assignedBy).map(({ text }) => text));
    for (const word of instructions.flatMap((i) => [...assignedBy(i), ...readBy(i)])) reportNoName(word, bag);
    for (const { text, span } of instructions.flatMap(readBy)) {
      if (written.has(text)) continue;
      const message = `thread ${this.owner.name.text} never writes the register ${text}, so it is 0`;
      bag.report('W615', span, message, apart(text) ?? didYouMean(text, written));
      written.add(text);
    }
  }

  #value({ written }: TrnExpr): TrnValue {
    return made<Word, TrnValue>(written, {
      constant: (value) => ({ expr: typeof value === 'boolean' ? bool(value) : int(value), isTruth: false }),
      leaf: (word) => ({ expr: local(this.idOf(word)), isTruth: false }),
      unary: (_, arg) => ({ expr: not(asTruth(arg)), isTruth: true }),
      binary: joined,
    });
  }
}

/** What C would make an int of is kept apart: truth and numbers. */
interface TrnValue {
  readonly expr: Expr;
  readonly isTruth: boolean;
}

const asNumber = ({ expr, isTruth }: TrnValue): Expr => (isTruth ? folded(unary('int', expr)) : expr);
const asTruth = ({ expr, isTruth }: TrnValue): Expr => (isTruth ? expr : folded(binary('!=', expr, int(0))));

function joined(op: BinaryOp, left: TrnValue, right: TrnValue): TrnValue {
  const sides = settling(op) === null ? asNumber : asTruth;
  const isTruth = givesTruth(op);
  // Sums are addresses, too: the fewer parts the better.
  const make = isTruth ? binary : simplifiedBinary;
  return { expr: folded(make(op, sides(left), sides(right))), isTruth };
}

function folded(expr: Expr): Expr {
  const value = constantValue(expr);
  return value === null ? expr : typeof value === 'boolean' ? bool(value) : int(value);
}

export function expressionsOf(instruction: TrnInstruction): readonly TrnExpr[] {
  switch (instruction.kind) {
    case 'read':
      return [instruction.address];
    case 'write':
      return [instruction.value, instruction.address];
    case 'local':
      return [instruction.value];
    case 'check':
      return [instruction.cond];
    case 'noop':
    case 'mfence':
    case 'lock':
    case 'unlock':
      return [];
  }
}

const readBy = (instruction: TrnInstruction): readonly Word[] =>
  expressionsOf(instruction).flatMap(({ written }) => leavesOf(written));

const assignedBy = (instruction: TrnInstruction): readonly Word[] =>
  'into' in instruction ? [instruction.into] : [];

/** What `r-1` is probably meant to be; null: nothing special. */
function apart(text: string): string | null {
  const [, left, op, right] = /^([^-+*&]+)([-+*&])([^-+*&]+)$/.exec(text) ?? [];
  return left === undefined ? null : `An expression is written with blanks: ${op} ${left} ${right}`;
}

/** Trencher reads the number at the start of such a word and forgets the rest. */
function reportNoName({ text, span }: Word, bag: DiagnosticBag): void {
  const [number] = /^[+-]?[0-9]+/.exec(text) ?? [];
  if (number !== undefined)
    bag.report('E205', span, `${text} is neither a number nor a name`, `Trencher reads ${number}.`);
}

/** Reports numbers that are no `int` of C. */
export function checkNumbers({ written, span }: TrnExpr, bag: DiagnosticBag): void {
  const tooLarge = made<Word, readonly bigint[]>(written, {
    constant: (value) => (typeof value === 'bigint' && !includes(int32, value) ? [value] : []),
    leaf: () => [],
    unary: (_, values) => values,
    binary: (_, left, right) => [...left, ...right],
  });
  for (const value of tooLarge)
    bag.report('E303', span, `${value} is too large`, 'Numbers are those of 32 bits with a sign.');
}
