import { Source, sourceSpan } from '../../../../src/diagnostics/span.js';
import {
  compare,
  conjunction,
  directUpdate,
  disjunction,
  negation,
  procTerm,
  procVariable,
} from '../../../../src/lang/arrays/array-formula.js';
import { always, boolType, never } from '../../../../src/lang/arrays/array-system.js';
import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  ArrayTransition,
  CellSymbol,
  Clause,
  Linear,
  ProcTerm,
  ArrayUpdate,
  ValueType,
} from '../../../../src/lang/arrays/array-system.js';
import { symbolId } from '../../../../src/lang/expr/ids.js';
import { constantOf, isZero, plus, rational, times } from '../../../../src/lang/arrays/linear-terms.js';
import type { Random } from '../../../support/random.js';

const span = sourceSpan(new Source('generated', ''), 0, 0);

const letters: ValueType = { kind: 'enum', name: 'letter', constructors: ['A', 'B', 'C'] };
const data: ValueType = { kind: 'abstract', name: 'data' };
const types: readonly ValueType[] = [
  letters,
  boolType,
  data,
  { kind: 'int' },
  { kind: 'real' },
  { kind: 'proc' },
];

/** Variables of every type with up to two indices, some weak, and constants. */
const symbols: readonly CellSymbol[] = types
  .flatMap((type, t) =>
    [0, 1, 2].flatMap((arity) =>
      (['variable', 'constant'] as const).map((kind) => ({
        ...{ kind, arity, type, span, weak: kind === 'variable' && (arity + t) % 2 === 0 },
        name: `${kind === 'variable' ? 'X' : 'K'}${t}${arity}`,
      })),
    ),
  )
  .map((symbol, i) => ({ id: symbolId(i), ...symbol }));

/** A system that has all the language but what is another way to say something. */
export function generatedSystem(random: Random): ArraySystem {
  const list = <T>(max: number, make: () => T): readonly T[] =>
    Array.from({ length: random.between(1, max) }, make);
  const clause = (views: boolean): Clause => {
    const params = ['p', 'q', 'r'].slice(0, random.below(4));
    return { params, formula: formula(random, { variables: params.length, views }, 3), span };
  };
  return {
    maxProcs: random.chance(0.5) ? null : 5,
    symbols,
    init: clause(false),
    unsafe: list(3, () => clause(true)).map((one, i) => ({ ...one, name: `unsafe[${i + 1}]` })),
    invariants: list(2, () => clause(true)),
    transitions: list(4, () => transition(random)),
    span,
  };
}

/** How many process variables there are, and whether cells may be viewed. */
interface Where {
  readonly variables: number;
  readonly views: boolean;
}

function transition(random: Random): ArrayTransition {
  const params = ['p', 'q', 'r'].slice(0, random.below(4));
  const outside = { variables: params.length, views: false };
  const inside = { ...outside, variables: params.length + 1 };
  const bound = ['k', 'l'].slice(0, random.below(3));
  const updated = symbols.filter(({ kind }) => kind === 'variable' && random.chance(0.2));
  return {
    name: random.pick(['t', 'u', 'Enter']),
    params,
    actor: params.length > 0 && random.chance(0.7) ? random.below(params.length) : null,
    guard: {
      formula: random.chance(0.2) ? always : formula(random, outside, 3),
      universals: bound.map((name) => ({ name, formula: formula(random, inside, 2), span })),
      fence: random.chance(0.3),
    },
    updates: updated.map((symbol) => update(random, symbol, params.length)),
    span,
  };
}

function update(random: Random, symbol: CellSymbol, params: number): ArrayUpdate {
  const direct = random.chance(0.5);
  const bound = (direct ? ['j1', 'j2'] : ['k', 'l']).slice(0, symbol.arity);
  const where = { variables: params + (direct ? 0 : symbol.arity), views: false };
  const value = (): ArrayTerm | null => (random.chance(0.1) ? null : term(random, symbol.type, where));
  if (direct) {
    const indices = bound.map(() => proc(random, where));
    return directUpdate(symbol, indices, value(), { params, bound, span });
  }
  const cases = Array.from({ length: random.between(1, 3) }, (_, i) => ({
    when: i > 0 && random.chance(0.3) ? always : formula(random, where, 2),
    value: value(),
  }));
  return { symbol: symbol.id, bound, cases, direct, span };
}

function formula(random: Random, where: Where, depth: number): ArrayFormula {
  const parts = (): readonly ArrayFormula[] =>
    Array.from({ length: random.between(2, 3) }, () => formula(random, where, depth - 1));
  switch (depth === 0 ? random.below(6) : random.below(12)) {
    case 0:
      return random.chance(0.5) ? always : never;
    case 6:
    case 7:
      return conjunction(parts());
    case 8:
    case 9:
      return disjunction(parts());
    case 10:
      return negation(formula(random, where, depth - 1));
    default: {
      const type = random.pick(types);
      const ordered = type.kind === 'int' || type.kind === 'real' || type.kind === 'proc';
      const op = random.pick(ordered ? (['=', '<>', '<', '<='] as const) : (['=', '<>'] as const));
      return compare(op, term(random, type, where), term(random, type, where), span);
    }
  }
}

function term(random: Random, type: ValueType, where: Where): ArrayTerm {
  if (random.chance(0.5)) {
    if (type.kind === 'enum')
      return { kind: 'constructor', type, index: random.below(type.constructors.length) };
    if (type.kind === 'proc') return procTerm(proc(random, where));
    if (type.kind !== 'abstract') return { kind: 'number', value: linear(random, type) };
  }
  const numeric = type.kind === 'int' || type.kind === 'real';
  const symbol = random.pick(
    symbols.filter((one) => one.type === type && !(numeric && one.kind === 'constant' && one.arity === 0)),
  );
  const added = numeric && random.chance(0.3) ? linear(random, type) : null;
  return {
    ...{ kind: 'cell', symbol: symbol.id },
    indices: Array.from({ length: symbol.arity }, () => proc(random, where)),
    view: symbol.weak && where.views && random.chance(0.5) ? proc(random, where) : null,
    plus: added === null || isZero(added) ? null : added,
  };
}

function linear(random: Random, type: ValueType): Linear {
  const number = rational(
    BigInt(random.between(-20, 20)),
    type.kind === 'real' ? random.pick([1n, 4n, 10n]) : 1n,
  );
  const constant = symbols.find((one) => one.type === type && one.kind === 'constant' && one.arity === 0);
  if (constant === undefined || random.chance(0.6)) return number;
  return plus(number, times(constantOf(constant.id), BigInt(random.between(-2, 2))));
}

const proc = (random: Random, { variables }: Where): ProcTerm =>
  variables === 0 || random.chance(0.1)
    ? { kind: 'fixed', number: random.between(1, 3) }
    : procVariable(random.below(variables));
