import { bool, exprId, falsity, hasTemporal, temporal, truth, until } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { negated, simplifiedBinary } from '../../../lang/expr/simplify.js';
import { undominated } from '../../../support/lists.js';

/**
 * The same formula in normal form, if possible with fewer and simpler temporal operators. Each rule is an equivalence of
 * LTL; those of Somenzi and Bloem, "Efficient Buechi automata from LTL formulae" (CAV 2000), are among them.
 */
export function simplified(formula: Expr): Expr {
  if (!hasTemporal(formula)) return formula;
  switch (formula.kind) {
    case 'temporal':
      return { X: next, F: eventually, G: globally }[formula.op](simplified(formula.arg));
    case 'until': {
      const op = formula.op === 'U' ? 'U' : 'R';
      return sidedOf(op, simplified(formula.left), simplified(formula.right));
    }
    case 'binary': {
      const op = formula.op === '&&' ? '&&' : '||';
      return joined(op, [simplified(formula.left), simplified(formula.right)]);
    }
    default:
      return formula;
  }
}

const argOf = (op: 'G' | 'F' | 'X', formula: Expr): Expr | null =>
  formula.kind === 'temporal' && formula.op === op ? formula.arg : null;
const sidesOf = (op: 'U' | 'R', formula: Expr): Extract<Expr, { kind: 'until' }> | null =>
  formula.kind === 'until' && formula.op === op ? formula : null;

/** True in one state of a run if and only if in all: formulas GF and FG, and what is made of them. */
function isSettled(formula: Expr): boolean {
  switch (formula.kind) {
    case 'bool':
      return true;
    case 'temporal':
      if (isSettled(formula.arg)) return true;
      return argOf('G', formula) !== null
        ? argOf('F', formula.arg) !== null
        : argOf('F', formula) !== null && argOf('G', formula.arg) !== null;
    case 'binary':
      return hasTemporal(formula) && isSettled(formula.left) && isSettled(formula.right);
    default:
      return false;
  }
}

function next(arg: Expr): Expr {
  return isSettled(arg) ? arg : temporal('X', arg);
}

const eventually = (arg: Expr): Expr => ultimately('F', 'U', arg);
const globally = (arg: Expr): Expr => ultimately('G', 'R', arg);

/** `F` goes with `U` as `G` with `R`. */
function ultimately(op: 'F' | 'G', sided: 'U' | 'R', arg: Expr): Expr {
  if (isSettled(arg) || argOf(op, arg) !== null) return arg;
  const [later, sides] = [argOf('X', arg), sidesOf(sided, arg)];
  if (sides !== null) return ultimately(op, sided, sides.right);
  return later === null ? temporal(op, arg) : next(ultimately(op, sided, later));
}

function sidedOf(op: 'U' | 'R', left: Expr, right: Expr): Expr {
  const isUntil = op === 'U';
  if (left === (isUntil ? truth : falsity)) return (isUntil ? eventually : globally)(right);
  const follows = (part: Expr): boolean => (isUntil ? implies(left, part) : implies(part, left));
  if (follows(right) || isSettled(right) || argOf(isUntil ? 'F' : 'G', right) !== null) return right;
  const again = sidesOf(op, right);
  if (again !== null && follows(again.left)) return right;
  const [a, b] = [argOf('X', left), argOf('X', right)];
  return a !== null && b !== null ? next(sidedOf(op, a, b)) : until(op, left, right);
}

/** The operands of a conjunction or disjunction; what speaks of single states counts as one. */
export function operands(op: '&&' | '||', formula: Expr): readonly Expr[] {
  if (formula.kind !== 'binary' || formula.op !== op || !hasTemporal(formula)) return [formula];
  return [...operands(op, formula.left), ...operands(op, formula.right)];
}

function joined(op: '&&' | '||', parts: readonly Expr[]): Expr {
  const flat = merged(
    op,
    parts.flatMap((part) => operands(op, part)),
  );
  // Of two operands one of which implies the other, one says it all.
  const saysLess = (part: Expr, than: Expr): boolean =>
    op === '&&' ? implies(than, part) : implies(part, than);
  const kept = undominated(flat, (other, part) => saysLess(part, other)).toSorted(
    (a, b) => exprId(a) - exprId(b),
  );
  return kept.length === 0 ? bool(op === '&&') : kept.reduce((a, b) => simplifiedBinary(op, a, b));
}

interface Form {
  /** What is under the operators of the form, if the formula has it. */
  readonly inside: (formula: Expr) => Expr | null;
  readonly make: (inside: Expr) => Expr;
}

const inGF = (formula: Expr, outer: 'G' | 'F'): Expr | null => {
  const arg = argOf(outer, formula);
  return arg === null ? null : argOf(outer === 'G' ? 'F' : 'G', arg);
};

/** Operands of one form become one: `G a && G b` is `G (a && b)`, `GF a || GF b` is `GF (a || b)`. */
const forms: Readonly<Record<'&&' | '||', readonly Form[]>> = {
  '&&': [
    { inside: (f) => (hasTemporal(f) ? null : f), make: (f) => f },
    { inside: (f) => inGF(f, 'F'), make: (f) => eventually(globally(f)) },
    { inside: (f) => (isSettled(f) ? null : argOf('G', f)), make: globally },
    { inside: (f) => argOf('X', f), make: next },
  ],
  '||': [
    { inside: (f) => (hasTemporal(f) ? null : f), make: (f) => f },
    { inside: (f) => inGF(f, 'G'), make: (f) => globally(eventually(f)) },
    { inside: (f) => (isSettled(f) ? null : argOf('F', f)), make: eventually },
    { inside: (f) => argOf('X', f), make: next },
  ],
};

function merged(op: '&&' | '||', parts: readonly Expr[]): readonly Expr[] {
  let rest = parts;
  const found: Expr[] = [];
  for (const { inside, make } of forms[op]) {
    const args = rest.flatMap((part) => inside(part) ?? []);
    if (args.length === 0) continue;
    rest = rest.filter((part) => inside(part) === null);
    const plain = args.every((arg) => !hasTemporal(arg));
    if (plain) found.push(make(args.reduce((a, b) => simplifiedBinary(op, a, b))));
    else found.push(make(args.length === 1 ? args.reduce((a) => a) : joined(op, args)));
  }
  return [...found, ...rest];
}

/** Whether the texts show that every run of `a` is one of `b`; false says nothing. */
export function implies(a: Expr, b: Expr): boolean {
  if (a === b || a === falsity || b === truth) return true;
  if (!hasTemporal(a) && !hasTemporal(b)) return simplifiedBinary('&&', a, negated(b)) === falsity;
  return byLeft(a, b) || byRight(a, b) || bySides(a, b);
}

function byLeft(a: Expr, b: Expr): boolean {
  if (!hasTemporal(a)) return false;
  if (a.kind === 'binary') {
    const [left, right] = [implies(a.left, b), implies(a.right, b)];
    return a.op === '&&' ? left || right : left && right;
  }
  const [always, wait, hold] = [argOf('G', a), sidesOf('U', a), sidesOf('R', a)];
  if (always !== null) return implies(always, b);
  if (wait !== null) return implies(wait.left, b) && implies(wait.right, b);
  return hold !== null && implies(hold.right, b);
}

function byRight(a: Expr, b: Expr): boolean {
  if (!hasTemporal(b)) return false;
  if (b.kind === 'binary') {
    const [left, right] = [implies(a, b.left), implies(a, b.right)];
    return b.op === '||' ? left || right : left && right;
  }
  const [once, wait, hold] = [argOf('F', b), sidesOf('U', b), sidesOf('R', b)];
  if (once !== null) return implies(a, once);
  if (wait !== null) return implies(a, wait.right);
  return hold !== null && implies(a, hold.left) && implies(a, hold.right);
}

function bySides(a: Expr, b: Expr): boolean {
  // F a -> F b if a -> F b; G a -> G b if G a -> b; X a -> X b if a -> b.
  if (a.kind === 'temporal' && b.kind === 'temporal' && a.op === b.op)
    return implies(a.op === 'G' ? a : a.arg, b.op === 'F' ? b : b.arg);
  if (a.kind === 'until' && b.kind === 'until' && a.op === b.op)
    return implies(a.left, b.left) && implies(a.right, b.right);
  const [wait, hold] = [sidesOf('U', a), sidesOf('R', b)];
  if (wait !== null && argOf('F', b) !== null) return implies(wait.right, b);
  return hold !== null && argOf('G', a) !== null && implies(a, hold.right);
}
