import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { int, local, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { didYouMean } from '../../support/suggest.js';
import { assertNever } from '../../support/invariant.js';
import type { InstructionOperand } from './ast.js';
import { registerNamed, registerNames } from './names.js';
import type { LitmusNames } from './names.js';

/** An operand whose name means something. */
export type Resolved =
  | { readonly kind: 'constant'; readonly value: bigint }
  | { readonly kind: 'register'; readonly local: LocalId }
  | { readonly kind: 'memory'; readonly shared: SharedId };

export function resolveOperand(
  operand: InstructionOperand,
  thread: ThreadId,
  names: LitmusNames,
  bag: DiagnosticBag,
): Resolved | null {
  switch (operand.kind) {
    case 'constant':
      return fits(operand.value, operand.span, bag) ? { kind: 'constant', value: operand.value } : null;
    case 'memory':
      if (registerNamed(operand.text) !== null) {
        bag.report(
          'E501',
          operand.span,
          'an address in a register is not supported',
          'Write the location: [x].',
        );
        return null;
      }
      return { kind: 'memory', shared: names.memory(operand.text, operand.span) };
    case 'word': {
      const register = registerNamed(operand.text);
      if (register !== null)
        return { kind: 'register', local: names.register(thread, register, operand.span) };
      reportUnknownRegister(operand.text, operand.span, bag);
      return null;
    }
    default:
      return assertNever(operand);
  }
}

export function reportUnknownRegister(text: string, span: Span, bag: DiagnosticBag): void {
  const hint =
    didYouMean(text, registerNames) ??
    `Memory is written [${text}]; the registers are ${registerNames.join(', ')}.`;
  bag.report('E201', span, `unknown register ${text}`, hint);
}

/** Values are mathematical integers; what fits into 32 bits with a sign means the same there. */
export const wordLimit = 2n ** 31n;

export function fits(value: bigint, span: Span, bag: DiagnosticBag): boolean {
  const ok = value >= -wordLimit && value < wordLimit;
  if (!ok)
    bag.report(
      'E303',
      span,
      `${value} does not fit into 32 bits`,
      `Constants go from ${-wordLimit} to ${wordLimit - 1n}.`,
    );
  return ok;
}

export function readOperand(operand: Resolved): Expr {
  switch (operand.kind) {
    case 'constant':
      return int(operand.value);
    case 'register':
      return local(operand.local);
    case 'memory':
      return shared(operand.shared);
    default:
      return assertNever(operand);
  }
}
