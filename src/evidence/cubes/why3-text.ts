import { comparesProcesses } from '../../arrays/processes.js';
import { mostFixed } from '../../arrays/walk-system.js';
import { isTrue } from '../../lang/arrays/array-formula.js';
import type {
  ArrayCompareOp,
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
} from '../../lang/arrays/array-system.js';
import type { CubeClaim, CubeTerm, StatedCube } from '../../lang/arrays/stated-cube.js';
import type { SymbolId } from '../../lang/expr/ids.js';
import { at } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import { termsOfClaim } from './cube-index.js';

/**
 * The obligations of cubes as a theory of Why3, in the shape of Cubicle's certificates: the state before a step and after it (with a
 * prime) are functions, and for each cube and transition there is a goal. Without buffers; universal guards are asked of all
 * processes, however many. `process` tells those from values that a cell may hold besides.
 */
export function why3Text(
  system: ArraySystem,
  cubes: readonly StatedCube[],
  clauses: readonly Clause[],
  most: number | null,
): string {
  const writer = new TheoryWriter(system);
  const stated = [...cubes.keys()].map((i) => `cube_${i + 1}`);
  const lines = [
    'theory System',
    '  use int.Int',
    ...(writer.hasReals ? ['  use real.RealInfix', '  use real.FromInt'] : []),
    ...writer.types(),
    ...writer.processes(most),
    ...writer.symbols(),
    `  predicate init = ${writer.init()}`,
    ...clauses.map((clause, i) => `  predicate unsafe_${i + 1} = ${writer.some(clause)}`),
    ...system.transitions.map(
      (one, i) => `  predicate step_${i + 1} = ${writer.step(one)} (* ${one.name} *)`,
    ),
    ...cubes.flatMap((cube, i) => [
      `  predicate ${at(stated, i)} = ${writer.cube(cube, false)}`,
      `  predicate ${at(stated, i)}' = ${writer.cube(cube, true)}`,
    ]),
    'end',
    'theory Goals',
    '  use System',
    ...stated.map((name, i) => `  goal init_${i + 1}: init -> not ${name}`),
    ...clauses.map((_, i) => `  goal unsafe_${i + 1}: unsafe_${i + 1} -> ${either(stated)}`),
    ...cubes.flatMap((cube, i) =>
      system.transitions.flatMap((one, t) =>
        changes(one, cube)
          ? [`  goal step_${t + 1}_${i + 1}: step_${t + 1} -> ${at(stated, i)}' -> ${either(stated)}`]
          : [],
      ),
    ),
    'end',
  ];
  return `${lines.join('\n')}\n`;
}

/** Else what leads into the cube is in it. */
const changes = ({ updates }: ArrayTransition, { facts }: StatedCube): boolean =>
  facts
    .flatMap(termsOfClaim)
    .some((term) => term.kind === 'cell' && updates.some(({ symbol }) => symbol === term.symbol));

const both = (parts: readonly string[]): string => (parts.length === 0 ? 'true' : parts.join(' /\\ '));
const either = (parts: readonly string[]): string => (parts.length === 0 ? 'false' : parts.join(' \\/ '));

/** Names of processes, and whether the state after the step is meant. */
interface TheoryPlace {
  readonly procs: readonly string[];
  readonly prime: '' | "'";
}

class TheoryWriter {
  readonly #hasOrder: boolean;
  readonly #pinned: number;

  constructor(private readonly system: ArraySystem) {
    this.#hasOrder = comparesProcesses(system);
    this.#pinned = mostFixed(system);
  }

  get hasReals(): boolean {
    return this.system.symbols.some(({ type }) => type.kind === 'real');
  }

  types(): readonly string[] {
    const lines = new Set<string>();
    for (const { type } of this.system.symbols) {
      if (type.kind === 'enum') {
        const constructors = type.constructors.map((_, i) => constructorName(type, i));
        lines.add(`  type t_${type.name} = ${constructors.join(' | ')}`);
      }
      if (type.kind === 'abstract') lines.add(`  type t_${type.name}`);
    }
    return [`  type proc${this.#hasOrder ? ' = int' : ''}`, ...lines];
  }

  processes(most: number | null): readonly string[] {
    const named = numbersBelow(this.#pinned).map((p) => fixedName(p + 1));
    const all = numbersBelow(most ?? 0).map((p) => `among_${p + 1}`);
    const isOne = all.map((name) => `x = ${name}`);
    return [
      '  predicate process proc',
      ...named.map((name, i) => `  constant ${name} : proc${this.#hasOrder ? ` = ${i + 1}` : ''}`),
      ...named.map((name, i) => `  axiom there_${i + 1}: process ${name}`),
      ...(named.length > 1 ? [`  axiom apart: ${both(distinct(named))}`] : []),
      ...(this.#hasOrder ? ['  axiom counted: forall x: proc. process x -> x >= 1'] : []),
      ...all.map((name) => `  constant ${name} : proc`),
      ...(most === null ? [] : [`  axiom at_most: forall x: proc. process x -> ${either(isOne)}`]),
    ];
  }

  symbols(): readonly string[] {
    return this.system.symbols.flatMap(({ id, arity, type, kind }) => {
      const typed = `${' proc'.repeat(arity)} : ${typeName(type)}`;
      const after = kind === 'constant' ? [] : [`  function ${this.#name(id, "'")}${typed}`];
      return [`  function ${this.#name(id, '')}${typed}`, ...after];
    });
  }

  init(): string {
    const { init, invariants } = this.system;
    const names = init.params.map((_, i) => `z${i + 1}`);
    const holds = this.#formula(init.formula, { procs: names, prime: '' });
    const all = quantified('forall', names, [...names.map(isProcess), holds].join(' -> '));
    return both([`(${all})`, ...invariants.map((clause) => `not (${this.some(clause)})`)]);
  }

  some({ params, formula }: Clause): string {
    const names = params.map((_, i) => `z${i + 1}`);
    const body = [
      ...names.map(isProcess),
      ...distinct(names),
      this.#formula(formula, { procs: names, prime: '' }),
    ];
    return quantified('exists', names, both(body));
  }

  cube({ procs, facts }: StatedCube, isAfter: boolean): string {
    const names = numbersBelow(procs).map((p) => (p < this.#pinned ? fixedName(p + 1) : `z${p + 1}`));
    const open = names.slice(this.#pinned);
    const place: TheoryPlace = { procs: names, prime: isAfter ? "'" : '' };
    const told = facts.map((fact) => this.#claim(fact, place));
    // That #1 and #2 differ is known.
    return quantified('exists', open, both([...open.map(isProcess), ...distinct(names), ...told]));
  }

  step({ params, guard, updates }: ArrayTransition): string {
    const names = params.map((_, i) => `a${i + 1}`);
    const place: TheoryPlace = { procs: names, prime: '' };
    const others = guard.universals.map(({ formula }) => {
      const known = names.map((name) => `k <> ${name}`);
      const asked = this.#formula(formula, { ...place, procs: [...names, 'k'] });
      return `(forall k: proc. ${[isProcess('k'), ...known, asked].join(' -> ')})`;
    });
    const written = new Map(updates.map((update) => [update.symbol, update]));
    const effects = this.system.symbols
      .filter(({ kind }) => kind !== 'constant')
      .map((symbol) => this.#effect(symbol, written.get(symbol.id) ?? null, place));
    const body = [
      ...names.map(isProcess),
      ...distinct(names),
      this.#formula(guard.formula, place),
      ...others,
      ...effects,
    ];
    return quantified('exists', names, both(body));
  }

  /** What the cells of the symbol are after the step, which is the first case that applies. */
  #effect({ id, arity }: CellSymbol, update: ArrayUpdate | null, place: TheoryPlace): string {
    const names = numbersBelow(arity).map((i) => `x${i + 1}`);
    const here: TheoryPlace = { ...place, procs: [...place.procs, ...names] };
    const [before, after] = [this.#cell(id, names, ''), this.#cell(id, names, "'")];
    let text = `${after} = ${before}`;
    for (const { when, value } of (update?.cases ?? []).toReversed()) {
      const is = value === null ? 'true' : `${after} = ${this.#coerced(id, value, here)}`;
      text = isTrue(when) ? is : `(if ${this.#formula(when, here)} then ${is} else ${text})`;
    }
    return names.length === 0 ? `(${text})` : `(${quantified('forall', names, text)})`;
  }

  #name(symbol: SymbolId, prime: TheoryPlace['prime']): string {
    const { name, kind } = at(this.system.symbols, symbol);
    return `f_${name}${kind === 'constant' ? '' : prime}`;
  }

  #cell(symbol: SymbolId, indices: readonly string[], prime: TheoryPlace['prime']): string {
    const name = this.#name(symbol, prime);
    return indices.length === 0 ? name : `(${[name, ...indices].join(' ')})`;
  }

  #formula(formula: ArrayFormula, place: TheoryPlace): string {
    switch (formula.kind) {
      case 'compare':
        return this.#compared(formula.op, formula.left, formula.right, place);
      case 'and':
        return `(${both(formula.parts.map((part) => this.#formula(part, place)))})`;
      case 'or':
        return `(${either(formula.parts.map((part) => this.#formula(part, place)))})`;
      case 'not':
        return `(not ${this.#formula(formula.part, place)})`;
    }
  }

  #compared(op: ArrayCompareOp, left: ArrayTerm, right: ArrayTerm, place: TheoryPlace): string {
    const isReal = [left, right].some((term) => this.#isReal(term));
    const [one, other] = [this.#term(left, place, isReal), this.#term(right, place, isReal)];
    return `(${one} ${isReal && op !== '=' && op !== '<>' ? `${op}.` : op} ${other})`;
  }

  #isReal(term: ArrayTerm): boolean {
    const isRealSymbol = (symbol: SymbolId): boolean => at(this.system.symbols, symbol).type.kind === 'real';
    if (term.kind === 'cell') return isRealSymbol(term.symbol);
    return term.kind === 'number' && term.value.constants.some(({ symbol }) => isRealSymbol(symbol));
  }

  #coerced(symbol: SymbolId, term: ArrayTerm, place: TheoryPlace): string {
    return this.#term(term, place, at(this.system.symbols, symbol).type.kind === 'real');
  }

  #term(term: ArrayTerm, place: TheoryPlace, isReal: boolean): string {
    switch (term.kind) {
      case 'constructor':
        return constructorName(term.type, term.index);
      case 'proc':
        return nameOfProc(term.proc, place);
      case 'number':
        return this.#linear(term.value, isReal);
      case 'cell': {
        const indices = term.indices.map((index) => nameOfProc(index, place));
        const cell = this.#cell(term.symbol, indices, place.prime);
        return term.plus === null ? cell : `(${cell} ${plusSign(isReal)} ${this.#linear(term.plus, isReal)})`;
      }
    }
  }

  #linear({ numerator, denominator, constants }: Linear, isReal: boolean): string {
    const parts = constants.map(({ symbol, factor }) =>
      timesText(factor, this.#cell(symbol, [], ''), isReal),
    );
    return `(${[numberText(numerator, denominator, isReal), ...parts].join(` ${plusSign(isReal)} `)})`;
  }

  #claim(claim: CubeClaim, place: TheoryPlace): string {
    const term = (one: CubeTerm): string => this.#cubeTerm(one, place);
    switch (claim.kind) {
      case 'one-of':
        return this.#oneOf(claim, place);
      case 'same':
        return `(${term(claim.left)} = ${term(claim.right)})`;
      case 'different':
        return `(${term(claim.left)} <> ${term(claim.right)})`;
      case 'sum': {
        const isReal = claim.terms.some(
          ({ term: one }) => one.kind === 'cell' && at(this.system.symbols, one.symbol).type.kind === 'real',
        );
        const parts = claim.terms.map(({ factor, term: one }) => timesText(factor, term(one), isReal));
        const sum = [...parts, numberText(claim.numerator, claim.denominator, isReal)];
        const op = isReal && claim.op !== '<>' ? `${claim.op}.` : claim.op;
        return `((${sum.join(` ${plusSign(isReal)} `)}) ${op} ${isReal ? '0.0' : '0'})`;
      }
    }
  }

  #oneOf(
    { term, constructors }: Extract<CubeClaim, { readonly kind: 'one-of' }>,
    place: TheoryPlace,
  ): string {
    const told = this.#cubeTerm(term, place);
    const type = term.kind === 'cell' ? at(this.system.symbols, term.symbol).type : null;
    return `(${either(constructors.map((c) => `${told} = ${type?.kind === 'enum' ? constructorName(type, c) : ''}`))})`;
  }

  #cubeTerm(term: CubeTerm, place: TheoryPlace): string {
    if (term.kind === 'process') return at(place.procs, term.proc);
    if (term.kind === 'read') return '';
    const indices = term.indices.map((index) => at(place.procs, index));
    return this.#cell(term.symbol, indices, place.prime);
  }
}

const isProcess = (name: string): string => `process ${name}`;

const distinct = (names: readonly string[]): readonly string[] =>
  names.flatMap((name, i) => names.slice(0, i).map((other) => `${other} <> ${name}`));

const quantified = (quantifier: 'forall' | 'exists', names: readonly string[], body: string): string =>
  names.length === 0 ? body : `${quantifier} ${names.map((name) => `${name}: proc`).join(', ')}. ${body}`;

const fixedName = (number: number): string => `number_${number}`;

const nameOfProc = (proc: ProcTerm, { procs }: TheoryPlace): string =>
  proc.kind === 'fixed' ? fixedName(proc.number) : at(procs, proc.index);

const constructorName = (type: Extract<ValueType, { readonly kind: 'enum' }>, index: number): string =>
  `K_${type.name}_${at(type.constructors, index)}`;

function typeName(type: ValueType): string {
  return type.kind === 'enum' || type.kind === 'abstract' ? `t_${type.name}` : type.kind;
}

const plusSign = (isReal: boolean): string => (isReal ? '+.' : '+');

const timesText = (factor: bigint, term: string, isReal: boolean): string =>
  factor === 1n ? term : `(${numberText(factor, 1n, isReal)} ${isReal ? '*.' : '*'} ${term})`;

function numberText(numerator: bigint, denominator: bigint, isReal: boolean): string {
  const whole = (number: bigint): string =>
    `${number < 0n ? '(-' : ''}${isReal && number < 0n ? '.' : ''}${number < 0n ? -number : number}${isReal ? '.0' : ''}${number < 0n ? ')' : ''}`;
  return denominator === 1n ? whole(numerator) : `(${whole(numerator)} /. ${whole(denominator)})`;
}
