import { isBitOp, subexpressions } from '../../../../lang/expr/expr.js';
import type { Expr } from '../../../../lang/expr/expr.js';
import type { ThreadId } from '../../../../lang/expr/ids.js';
import type { Location } from '../../../../lang/program/system.js';
import { children } from '../../../../lang/expr/expr.js';

/** What a step may do to the truth of a formula. */
export interface Effect {
  /** It may make it false. */
  readonly breaks: boolean;
  /** It may make it true: a violation could be over. */
  readonly mends: boolean;
}

interface PlaceAtom {
  readonly thread: ThreadId;
  readonly label: string;
  /** Whether the formula may become true because the atom does, or false because it does. */
  readonly raises: boolean;
  readonly lowers: boolean;
}

type Sign = 'as-is' | 'negated' | 'both';

const opposite = (sign: Sign): Sign => (sign === 'both' ? 'both' : sign === 'as-is' ? 'negated' : 'as-is');

/**
 * Which moves of a thread may change whether a formula holds because of what it says of places: entering a label can only
 * break `!(P at L)`, and leaving it can only mend it.
 */
export class PlacesIn {
  readonly #atoms: readonly PlaceAtom[];

  constructor(formula: Expr) {
    // A formula that faults does not hold, whichever way its atoms changed.
    this.#atoms = [...placesIn(formula, mayFault(formula) ? 'both' : 'as-is')];
  }

  effectOf(thread: ThreadId, from: Location, to: Location): Effect {
    let breaks = false;
    let mends = false;
    for (const atom of this.#atoms) {
      if (atom.thread !== thread) continue;
      const before = from.labels.includes(atom.label);
      if (before === to.labels.includes(atom.label)) continue;
      if (before ? atom.raises : atom.lowers) breaks = true;
      if (before ? atom.lowers : atom.raises) mends = true;
    }
    return { breaks, mends };
  }
}

function* placesIn(formula: Expr, sign: Sign): Generator<PlaceAtom> {
  if (formula.kind === 'at') {
    const { thread, label } = formula;
    yield { thread, label, raises: sign !== 'negated', lowers: sign !== 'as-is' };
  } else if (formula.kind === 'unary' && formula.op === '!') {
    yield* placesIn(formula.arg, opposite(sign));
  } else if (formula.kind === 'binary' && (formula.op === '&&' || formula.op === '||')) {
    yield* placesIn(formula.left, sign);
    yield* placesIn(formula.right, sign);
  } else if (formula.kind === 'binary' && formula.op === '->') {
    yield* placesIn(formula.left, opposite(sign));
    yield* placesIn(formula.right, sign);
  } else {
    for (const part of children(formula)) yield* placesIn(part, 'both');
  }
}

function mayFault(formula: Expr): boolean {
  for (const e of subexpressions(formula)) {
    if (e.kind === 'shared' && e.index !== null && e.index.kind !== 'int') return true;
    if (e.kind !== 'binary') continue;
    // Large results are not computed, which is a fault of another kind.
    if (isBitOp(e.op) || ['+', '-', '*', '/', '%'].includes(e.op)) return true;
  }
  return false;
}
