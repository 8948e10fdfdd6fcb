import type { DveBinaryOp as DveOp, DveExpr as Ast, DvePlace } from '../../lang/dve/dve-ast.js';
import {
  and,
  atLabel,
  binary,
  bool,
  equal,
  int,
  local,
  not,
  or,
  shared,
  temporal,
  unary,
  until,
} from '../../lang/expr/expr.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import type { CompareOp } from '../../lang/expr/operators.js';
import type { LocalId } from '../../lang/expr/ids.js';
import { constantValue } from '../../lang/expr/constant.js';
import { InternalError, assertNever, getOrFail, invariant } from '../../support/invariant.js';
import type { Actor, VariableHome, DveWorld } from './world.js';

/** A place as the IR names it; its index is a number, or an expression over values of now. */
export type LoweredPlace =
  | { readonly kind: 'local'; readonly local: LocalId }
  | { readonly kind: 'shared'; readonly shared: SharedRead['shared']; readonly index: Expr | null };

/** Values that are to be read in place of a scalar or a cell with a number, by `shared index`. */
export type Instead = ReadonlyMap<string, Expr>;
export const keyOf = (id: SharedRead['shared'], index: Expr | null): string => {
  const number = index === null ? null : constantValue(index);
  return `${id} ${number === null ? '' : String(number)}`;
};

/** Turns expressions of a model into those of the IR, as seen by one process; in formulas by none. */
export class ExprLowerer {
  constructor(
    private readonly world: DveWorld,
    private readonly actor: Actor | null,
    /** The state that the process is in, where that is known. */
    private readonly state: string | null = null,
    private readonly instead: Instead = new Map(),
  ) {}

  /** The same, reading other values in place of some. */
  reading(instead: Instead): ExprLowerer {
    return new ExprLowerer(this.world, this.actor, this.state, instead);
  }

  number(ast: Ast): Expr {
    if (isTruth(ast)) {
      const value = this.truth(ast);
      return value.kind === 'bool' ? int(value.value ? 1 : 0) : unary('int', value);
    }
    return folded(this.#number(ast));
  }

  #number(ast: Ast): Expr {
    switch (ast.kind) {
      case 'number':
        return int(ast.value);
      case 'name': {
        const constant = this.world.constant(ast.name.text, this.actor);
        return constant === null ? this.#read(this.#homeOf(ast.name.text), null) : int(constant);
      }
      case 'cell':
        return this.#read(this.#homeOf(ast.name.text), ast.index);
      case 'foreign': {
        const owner = this.world.actor(ast.process.text);
        const constant = owner.table.locals.get(ast.name.text);
        if (constant?.kind === 'constant') return int(constant.value);
        return this.#read(getOrFail(owner.homes, ast.name.text), ast.index);
      }
      case 'unary':
        return ast.op === '~' ? binary('-', int(-1), this.number(ast.arg)) : unary('-', this.number(ast.arg));
      case 'binary':
        invariant(isNumeric(ast.op), 'the operator makes a number');
        return binary(ast.op, this.number(ast.left), this.number(ast.right));
      default:
        throw new InternalError(`${ast.kind} is a truth value`);
    }
  }

  /** What is not 0 is true. */
  truth(ast: Ast): Expr {
    switch (ast.kind) {
      case 'truth':
        return bool(ast.value);
      case 'state':
        return this.#at(this.world.actor(ast.process.text), ast.state.text);
      case 'unary':
        return ast.op === 'not' ? not(this.truth(ast.arg)) : this.#nonzero(ast);
      case 'binary':
        return this.#binaryTruth(ast);
      case 'temporal':
        return temporal(ast.op, this.truth(ast.arg));
      case 'until':
        return until(ast.op, this.truth(ast.left), this.truth(ast.right));
      case 'number':
        return bool(ast.value !== 0n);
      case 'name':
      case 'cell':
      case 'foreign':
        return this.#nonzero(ast);
      default:
        return assertNever(ast);
    }
  }

  #binaryTruth(ast: Extract<Ast, { kind: 'binary' }>): Expr {
    switch (ast.op) {
      case 'and':
        return and(this.truth(ast.left), this.truth(ast.right));
      case 'or':
        return or(this.truth(ast.left), this.truth(ast.right));
      case 'imply':
        // Programs have no `->`.
        if (this.actor === null) return binary('->', this.truth(ast.left), this.truth(ast.right));
        return or(not(this.truth(ast.left)), this.truth(ast.right));
      default:
        if (!isCompareOp(ast.op)) return this.#nonzero(ast);
        return folded(binary(ast.op, this.number(ast.left), this.number(ast.right)));
    }
  }

  #nonzero(ast: Ast): Expr {
    const value = folded(this.#number(ast));
    return value.kind === 'int' ? bool(value.value !== 0n) : binary('!=', value, int(0));
  }

  /** A place to write to. */
  target(place: DvePlace): { readonly target: LoweredPlace; readonly home: VariableHome } {
    const home = this.#homeOf(place.name.text);
    if (home.kind === 'local') return { target: home, home };
    const index = place.kind === 'cell' ? this.number(place.index) : null;
    return { target: { kind: 'shared', shared: home.shared, index }, home };
  }

  #homeOf(name: string): VariableHome {
    const home = this.world.home(name, this.actor);
    invariant(home !== null, 'the names of variables were checked');
    return home;
  }

  #read(home: VariableHome, index: Ast | null): Expr {
    if (home.kind === 'local') return local(home.local);
    const place = index === null ? null : this.number(index);
    return this.instead.get(keyOf(home.shared, place)) ?? shared(home.shared, place);
  }

  #at({ thread, table, place }: Actor, state: string): Expr {
    if (this.actor?.thread === thread && this.state !== null) return bool(this.state === state);
    return place === null
      ? atLabel(thread, null, state)
      : equal(shared(place), int(getOrFail(table.states, state)));
  }
}

/** Whether an expression is true or false by nature: a comparison, a connective, a state. */
function isTruth(ast: Ast): boolean {
  switch (ast.kind) {
    case 'unary':
      return ast.op === 'not';
    case 'binary':
      return !isNumeric(ast.op);
    case 'truth':
    case 'state':
    case 'temporal':
    case 'until':
      return true;
    case 'number':
    case 'name':
    case 'cell':
    case 'foreign':
      return false;
  }
}

type NumericOp = Exclude<DveOp, CompareOp | 'and' | 'or' | 'imply'>;

const isNumeric = (op: DveOp): op is NumericOp =>
  !isCompareOp(op) && op !== 'and' && op !== 'or' && op !== 'imply';

function folded(expr: Expr): Expr {
  const value = constantValue(expr);
  return value === null ? expr : typeof value === 'bigint' ? int(value) : bool(value);
}
