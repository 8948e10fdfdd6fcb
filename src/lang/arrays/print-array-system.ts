import { at } from '../../support/invariant.js';
import { comparisons, conjuncts, isTrue } from './array-formula.js';
import type {
  ArrayFormula,
  ArraySystem,
  ArrayTerm,
  ArrayTransition,
  CellSymbol,
  Clause,
  ArrayGuard,
  ArrayUpdate,
  UpdateCase,
  ValueType,
} from './array-system.js';
import {
  namesIn,
  printArrayFormula,
  printArrayTerm,
  printPart,
  printIndices,
} from './print-array-formula.js';

/**
 * A system as `.cub` text. Reading it gives the same system again, but for spans: formulas as array-formula.ts makes them,
 * and names that a file may have (letters, digits, `_`, no word of the language). Types that nothing has are not declared.
 */
export function printArraySystem(system: ArraySystem): string {
  const { maxProcs, symbols, init, unsafe, invariants, transitions } = system;
  const groups = [
    maxProcs === null ? [] : [`number_procs ${maxProcs}`],
    typesOf(system).map(printType),
    symbols.map(printSymbol),
    invariants.map((clause) => printClause('invariant', clause, system)),
    [printClause('init', init, system)],
    unsafe.map((clause) => printClause('unsafe', clause, system)),
    ...transitions.map((transition) => [printTransition(transition, system)]),
  ];
  const texts = groups.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

/** Those to be declared, in the order in which they are needed first. */
function typesOf(system: ArraySystem): readonly ValueType[] {
  const types = new Map<string, ValueType>();
  const add = (type: ValueType): void => {
    if ((type.kind === 'enum' && type.name !== 'bool') || type.kind === 'abstract')
      types.set(type.name, type);
  };
  for (const { type } of system.symbols) add(type);
  for (const term of termsOf(system)) if (term.kind === 'constructor') add(term.type);
  return [...types.values()];
}

function termsOf({ init, unsafe, invariants, transitions }: ArraySystem): readonly ArrayTerm[] {
  const inFormula = (formula: ArrayFormula): readonly ArrayTerm[] =>
    comparisons(formula).flatMap(({ left, right }) => [left, right]);
  const inGuard = ({ formula, universals }: ArrayGuard): readonly ArrayTerm[] =>
    [formula, ...universals.map((universal) => universal.formula)].flatMap(inFormula);
  const inUpdate = ({ cases }: ArrayUpdate): readonly ArrayTerm[] =>
    cases.flatMap(({ when, value }) => [...inFormula(when), ...(value === null ? [] : [value])]);
  return [
    ...[init, ...unsafe, ...invariants].flatMap(({ formula }) => inFormula(formula)),
    ...transitions.flatMap(({ guard, updates }) => [...inGuard(guard), ...updates.flatMap(inUpdate)]),
  ];
}

function printType(type: ValueType): string {
  if (type.kind === 'enum') return `type ${type.name} = ${type.constructors.join(' | ')}`;
  return `type ${typeName(type)}`;
}

const typeName = (type: ValueType): string => ('name' in type ? type.name : type.kind);

function printSymbol({ name, kind, weak, arity, type }: CellSymbol): string {
  const word = kind === 'constant' ? 'const' : arity === 0 ? 'var' : 'array';
  const indices = printIndices(Array.from({ length: arity }, () => 'proc'));
  return `${weak ? 'weak ' : ''}${word} ${name}${indices} : ${typeName(type)}`;
}

/** What stands between braces, in one line if that is short. */
function inBraces(lines: readonly string[], separator: string): string {
  if (lines.length === 0) return '{ }';
  const line = `{ ${lines.join(`${separator} `)} }`;
  if (line.length <= maxWidth && !line.includes('\n')) return line;
  return `{\n  ${lines.join(`${separator}\n  `)}\n}`;
}

const maxWidth = 90;

function printClause(word: string, { params, formula }: Clause, system: ArraySystem): string {
  const names = namesIn(system, params);
  const parts = conjuncts(formula);
  const lines =
    parts.length < 2 ? [printArrayFormula(formula, names)] : parts.map((part) => printPart(part, names));
  return `${word} (${params.join(' ')}) ${inBraces(joined(lines), '')}`;
}

/** Conjuncts with `&&` behind all but the last. */
const joined = (conjunctions: readonly string[]): readonly string[] =>
  conjunctions.map((text, i) => (i === conjunctions.length - 1 ? text : `${text} &&`));

function printTransition(transition: ArrayTransition, system: ArraySystem): string {
  const { name, params, actor, guard, updates } = transition;
  const heads = params.map((param, i) => (i === actor ? `[${param}]` : param));
  const conjunctions = printGuard(guard, params, system);
  return [
    `transition ${name} (${heads.join(' ')})`,
    ...(conjunctions.length === 0 ? [] : [`requires ${inBraces(joined(conjunctions), '')}`]),
    inBraces(
      updates.map((update) => printUpdate(update, params, system)),
      ';',
    ),
  ].join('\n');
}

/** The conjuncts, a quantifier in parentheses unless it stands last: it takes in all that follows. */
function printGuard(
  { formula, universals, fence }: ArrayGuard,
  params: readonly string[],
  system: ArraySystem,
): readonly string[] {
  const names = namesIn(system, params);
  const lines = [
    ...conjuncts(formula).map((part) => printPart(part, names)),
    ...(fence ? ['fence()'] : []),
    ...universals.map(({ name, formula: body }, i) => {
      const text = `forall_other ${name}. ${printArrayFormula(body, namesIn(system, [...params, name]))}`;
      return i === universals.length - 1 ? text : `(${text})`;
    }),
  ];
  const [only] = lines;
  // A disjunction that stands alone needs no parentheses.
  return lines.length === 1 && only !== undefined && formula.kind === 'or'
    ? [printArrayFormula(formula, names)]
    : lines;
}

function printUpdate(update: ArrayUpdate, params: readonly string[], system: ArraySystem): string {
  const symbol = at(system.symbols, update.symbol);
  const names = namesIn(system, [...params, ...update.bound]);
  const value = ({ value: term }: UpdateCase): string =>
    term === null ? '.' : printArrayTerm(term, symbol.type, names);
  if (update.direct) {
    const only = at(update.cases, 0);
    const indices = comparisons(only.when).map(({ right }) => printArrayTerm(right, symbol.type, names));
    return `${symbol.name}${printIndices(indices)} := ${value(only)}`;
  }
  const cases = update.cases.map((one, i) => {
    const last = i === update.cases.length - 1;
    const when = isTrue(one.when) && last ? '_' : printArrayFormula(one.when, names);
    return `\n    | ${when} : ${value(one)}`;
  });
  return `${symbol.name}${printIndices(update.bound)} := case${cases.join('')}`;
}
