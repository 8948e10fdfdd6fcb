import type { Word } from '../../diagnostics/span.js';
import { conjunction, directUpdate, negation, sameType } from '../../lang/arrays/array-formula.js';
import { always } from '../../lang/arrays/array-system.js';
import type {
  ArrayFormula,
  ArrayTerm,
  ArrayTransition,
  CellSymbol,
  ArrayGuard,
  Universal,
  ArrayUpdate,
  UpdateCase,
} from '../../lang/arrays/array-system.js';
import { didYouMean } from '../../support/suggest.js';
import { reportTwins } from '../kit/names.js';
import type { Alternative } from './alternatives.js';
import type { CubAssignment, CubCase, CubPlace, TransitionDecl, CubValue } from './ast.js';
import { formulaOf, mixingHint } from './formulas.js';
import { isKnown } from './names.js';
import type { SignedPart } from './parts.js';
import { bindWords, binderOf, freshName } from './scope.js';
import type { Binder, PlacedScope, FormulaScope } from './scope.js';
import { alternativesOf } from './split.js';
import { indicesOf, nameOf, typedTerm } from './terms.js';

/** One transition for each way in which the guard can hold, where that must be told apart. */
export function transitionsOf(decl: TransitionDecl, scope: FormulaScope): readonly ArrayTransition[] {
  const words = decl.params.map(({ name }) => name);
  reportTwins(words, scope.bag);
  const actor = actorOf(decl, scope);
  const params = words.map(binderOf);
  const inside = { ...scope, bindings: bindWords(scope.bindings, words, params) };
  reportUpdatedTwice(decl, scope);
  const guard = decl.guard ?? ({ kind: 'truth', value: true, span: decl.span } as const);
  return alternativesOf(guard, inside, params).map((alternative) => {
    const places = [...params, ...alternative.witnesses];
    const names = namesOf(places);
    const placed = { ...inside, places };
    return {
      ...{ name: decl.name.text, params: names, actor, span: decl.span },
      guard: guardOf(alternative, placed, names),
      updates: decl.assignments.flatMap((assignment) => updateOf(assignment, placed, names) ?? []),
    };
  });
}

/** Names of process variables, each another one. */
export function namesOf(binders: readonly Binder[]): readonly string[] {
  const taken = new Set<string>();
  for (const { name } of binders) taken.add(freshName(name, taken));
  return [...taken];
}

function actorOf({ params }: TransitionDecl, { bag }: FormulaScope): number | null {
  const actors = params.flatMap(({ actor }, i) => (actor ? [i] : []));
  for (const { name } of params.filter(({ actor }) => actor).slice(1)) {
    bag.report('E402', name.span, 'only one process can act', 'Leave out the other brackets.');
  }
  return actors[0] ?? null;
}

function guardOf(
  { parts, universals, fences }: Alternative,
  scope: PlacedScope,
  names: readonly string[],
): ArrayGuard {
  return {
    formula: conjunction(parts.map((part) => partFormula(part, scope))),
    universals: universals.map((universal): Universal => {
      const binder = binderOf(universal.name);
      const inside = {
        ...scope,
        bindings: bindWords(universal.bindings, [universal.name], [binder]),
        places: [...scope.places, binder],
      };
      const name = freshName(binder.name, new Set(names));
      const formula = formulaOf(universal.expr, inside);
      return { name, formula: universal.positive ? formula : negation(formula), span: universal.span };
    }),
    fence: fences.length > 0,
  };
}

export function partFormula({ expr, positive, bindings }: SignedPart, scope: PlacedScope): ArrayFormula {
  const formula = formulaOf(expr, { ...scope, bindings });
  return positive ? formula : negation(formula);
}

function reportUpdatedTwice({ assignments }: TransitionDecl, { bag }: FormulaScope): void {
  const seen = new Set<string>();
  for (const { target } of assignments) {
    const { text, span } = target.name;
    const hint =
      target.kind === 'cell'
        ? `Use one ${text}[k] := case | k = i : ... for all of its cells.`
        : 'Leave out one of them.';
    if (seen.has(text)) bag.report('E406', span, `${text} is updated twice in this transition`, hint);
    seen.add(text);
  }
}

/** Null, with a report, if there is nothing to update. `names` are those of the transition's parameters. */
function updateOf(
  assignment: CubAssignment,
  scope: PlacedScope,
  names: readonly string[],
): ArrayUpdate | null {
  const { target, value, span } = assignment;
  const symbol = targetOf(target, scope);
  if (symbol === null) return null;
  if (value.kind === 'case') return caseUpdate(symbol, assignment, value.cases, scope, names);
  const indices = indicesOf(symbol, target.kind === 'cell' ? target.indices : [], target, scope);
  const term = valueOf(value.value, symbol, scope);
  if (indices === null || term === undefined) return null;
  const taken = new Set([...names, ...scope.names.symbols.keys(), ...scope.names.constructors.keys()]);
  const bound = indices.map((_, i) => freshName(`j${i + 1}`, taken));
  return directUpdate(symbol, indices, term, { params: names.length, bound, span });
}

function targetOf({ name }: CubPlace, { names, bag, bindings }: PlacedScope): CellSymbol | null {
  const symbol = names.symbols.get(name.text);
  if (symbol === undefined) {
    const what = names.constructors.has(name.text) ? 'a value' : bindings.has(name.text) ? 'a process' : null;
    const hint = didYouMean(name.text, names.symbols.keys()) ?? 'Declare it by var or array.';
    if (what === null) bag.report('E201', name.span, `there is no variable ${name.text}`, hint);
    else bag.report('E205', name.span, `${name.text} is ${what}, so nothing can be assigned to it`);
    return null;
  }
  if (symbol.kind === 'constant') {
    const hint = 'Declare it by var or array if it changes.';
    bag.report('E407', name.span, `${name.text} is a constant`, hint);
    return null;
  }
  return symbol;
}

/** The value as a term, null for any; undefined, with a report, if it makes no sense. */
function valueOf(value: CubValue, symbol: CellSymbol, scope: PlacedScope): ArrayTerm | null | undefined {
  if (value === null) return null;
  const typed = typedTerm(value, scope);
  if (typed === null) return undefined;
  if (sameType(typed.type, symbol.type) || !isKnown(symbol.type)) return typed.term;
  const message = `${symbol.name} holds ${nameOf(symbol.type)}, and this is ${nameOf(typed.type)}`;
  scope.bag.report('E301', value.span, message, mixingHint(typed.type, symbol.type));
  return undefined;
}

function caseUpdate(
  symbol: CellSymbol,
  { target, span }: CubAssignment,
  cases: readonly CubCase[],
  scope: PlacedScope,
  names: readonly string[],
): ArrayUpdate | null {
  const words = boundWords(symbol, target, scope);
  if (words === null) return null;
  reportTwins(words, scope.bag);
  for (const word of words) {
    if (!scope.bindings.has(word.text)) continue;
    const hint = `For one cell, write ${symbol.name}[${word.text}] := v. For all, take another name than ${word.text}.`;
    scope.bag.report(
      'E202',
      word.span,
      `case binds ${word.text} anew, and there is a parameter ${word.text}`,
      hint,
    );
  }
  const binders = words.map(binderOf);
  const inside = {
    ...scope,
    bindings: bindWords(scope.bindings, words, binders),
    places: [...scope.places, ...binders],
  };
  const taken = new Set(names);
  const bound = binders.map(({ name }) => {
    const fresh = freshName(name, taken);
    taken.add(fresh);
    return fresh;
  });
  const lowered = cases.flatMap((one, i) => caseOf(one, i === cases.length - 1, symbol, inside) ?? []);
  return { symbol: symbol.id, bound, cases: lowered, direct: false, span };
}

function boundWords(symbol: CellSymbol, target: CubPlace, { bag }: PlacedScope): readonly Word[] | null {
  const indices = target.kind === 'cell' ? target.indices : [];
  const words = indices.flatMap((index) => (index.kind === 'named' ? [index.name] : []));
  const fixed = indices.find(({ kind }) => kind === 'fixed');
  if (fixed !== undefined) {
    const hint = `case says the values of all cells: ${symbol.name}[k] := case | k = #1 : ...`;
    bag.report('E402', fixed.span, 'case needs a variable here', hint);
    return null;
  }
  if (words.length === symbol.arity) return words;
  const hint = `Write a variable for each index; ${symbol.name} has ${symbol.arity}.`;
  bag.report('E301', target.span, `wrong number of indices of ${symbol.name}`, hint);
  return null;
}

function caseOf(
  { when, value, span }: CubCase,
  last: boolean,
  symbol: CellSymbol,
  scope: PlacedScope,
): UpdateCase | null {
  if (when === null && !last)
    scope.bag.report('E402', span, 'no case can apply after _', 'Write | _ : last.');
  const term = valueOf(value, symbol, scope);
  const formula = when === null ? always : formulaOf(when, scope);
  return term === undefined ? null : { when: formula, value: term };
}
