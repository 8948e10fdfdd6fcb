import type { BooleanProgram } from '../../ir/boolean-program.js';
import type { Formula } from '../../ir/formula.js';
import type { BooleanId, LocationId } from '../../ir/ids.js';
import { InternalError, assertNever, at } from '../../support/check.js';

type IsAt = (thread: number, label: number) => boolean;

/** Answers `pc{t} == L` for threads that stand at these locations. */
export const whereabouts =
  ({ threads }: BooleanProgram, locations: readonly LocationId[]): IsAt =>
  (thread, label) =>
    thread !== 0 && at(at(threads, thread).locations, at(locations, thread)).label === label;

/** The formula with what is known of where threads are. */
export function placed(formula: Formula, isAt: (thread: number, label: number) => boolean): Formula {
  switch (formula.kind) {
    case 'at':
      return { kind: 'constant', value: isAt(formula.thread, formula.label) };
    case 'not':
      return { kind: 'not', part: placed(formula.part, isAt) };
    case 'and':
    case 'or':
      return { kind: formula.kind, parts: formula.parts.map((part) => placed(part, isAt)) };
    case 'constant':
    case 'literal':
    case 'any':
      return formula;
    default:
      return assertNever(formula);
  }
}

type ValueOf = (variable: BooleanId) => boolean | null;

/** Some choice of what is not known makes the formula false. */
export function canBeFalse(formula: Formula, valueOf: ValueOf): boolean {
  const outcome = evaluated(formula, valueOf);
  if (typeof outcome === 'boolean') return !outcome;
  if (outcome === 'any') return true;
  return [false, true].some((value) => canBeFalse(formula, (v) => (v === outcome ? value : valueOf(v))));
}

/** Known, or what it may depend on. */
function evaluated(formula: Formula, valueOf: ValueOf): boolean | BooleanId | 'any' {
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'any':
      return 'any';
    case 'literal': {
      const value = valueOf(formula.variable);
      return value === null ? formula.variable : value === formula.positive;
    }
    case 'at':
      throw new InternalError('where threads are was put in before');
    case 'not': {
      const part = evaluated(formula.part, valueOf);
      return typeof part === 'boolean' ? !part : part;
    }
    case 'and':
    case 'or': {
      const decisive = formula.kind === 'or';
      let open: BooleanId | 'any' | null = null;
      for (const part of formula.parts) {
        const outcome = evaluated(part, valueOf);
        if (outcome === decisive) return decisive;
        if (typeof outcome !== 'boolean' && (open === null || open === 'any')) open = outcome;
      }
      return open ?? !decisive;
    }
    default:
      return assertNever(formula);
  }
}
