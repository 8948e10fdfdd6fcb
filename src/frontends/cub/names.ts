import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { boolType } from '../../lang/arrays/array-system.js';
import type { ArrayTerm, CellSymbol, ValueType } from '../../lang/arrays/array-system.js';
import { symbolId } from '../../lang/expr/ids.js';
import { didYouMean } from '../../support/suggest.js';
import { maxNesting, reportTooDeep } from '../kit/nesting.js';
import type { CubDeclaration, CubExpr } from './ast.js';
import { calls, partsOf } from './walk.js';

/** What the declarations of a file give names to. Processes are in scope.ts. */
export interface DeclaredNames {
  readonly types: ReadonlyMap<string, ValueType>;
  readonly constructors: ReadonlyMap<string, Constructor>;
  readonly symbols: ReadonlyMap<string, CellSymbol>;
  readonly predicates: ReadonlyMap<string, PredicateDecl>;
  /** Processes are numbered up to this. */
  readonly maxProcs: number | null;
}

export type Constructor = Extract<ArrayTerm, { kind: 'constructor' }>;
export type PredicateDecl = Extract<CubDeclaration, { kind: 'predicate' }>;

export function declareNames(
  declarations: readonly CubDeclaration[],
  maxProcs: number | null,
  bag: DiagnosticBag,
): DeclaredNames {
  const types = new Map<string, ValueType>([
    ['bool', boolType],
    ...(['int', 'real', 'proc'] as const).map((kind) => [kind, { kind }] as const),
  ]);
  const constructors = new Map<string, Constructor>();
  const symbols = new Map<string, CellSymbol>();
  const predicates = new Map<string, PredicateDecl>();
  const sizes = new Map<string, number>();
  const depths = new Map<string, number>();
  const values = new TakenNames(bag);
  const typeNames = new TakenNames(bag, [...types.keys()]);
  addConstructors(boolType, constructors);
  for (const name of constructors.keys()) values.add({ text: name, span: null });
  for (const decl of declarations) {
    if (decl.kind === 'type') {
      const type = typeOf(decl);
      if (typeNames.add(decl.name)) types.set(decl.name.text, type);
      for (const name of decl.constructors ?? []) values.add(name);
      addConstructors(type, constructors);
    } else if (decl.kind === 'predicate' && values.add(decl.name)) {
      sizes.set(decl.name.text, sizeOf(decl, sizes));
      const depth = depthOf(decl.body, depths);
      depths.set(decl.name.text, depth > maxNesting ? 1 : depth);
      predicates.set(decl.name.text, checkedPredicate(decl, depth, sizes, bag));
    }
  }
  for (const decl of declarations) {
    if (decl.kind !== 'symbol') continue;
    const symbol = symbolOf(decl, symbols.size, types, bag);
    if (values.add(decl.name)) symbols.set(decl.name.text, symbol);
  }
  return { types, constructors, symbols, predicates, maxProcs };
}

type TypeDecl = Extract<CubDeclaration, { kind: 'type' }>;
type SymbolDecl = Extract<CubDeclaration, { kind: 'symbol' }>;

function typeOf({ name, constructors }: TypeDecl): ValueType {
  if (constructors === null) return { kind: 'abstract', name: name.text };
  return { kind: 'enum', name: name.text, constructors: constructors.map(({ text }) => text) };
}

function addConstructors(type: ValueType, to: Map<string, Constructor>): void {
  if (type.kind !== 'enum') return;
  type.constructors.forEach((name, index) => {
    if (!to.has(name)) to.set(name, { kind: 'constructor', type, index });
  });
}

/** How many predicates a call of this one stands for, those that it calls included. */
const sizeOf = ({ body }: PredicateDecl, sizes: ReadonlyMap<string, number>): number =>
  calls(body).reduce((sum, { name }) => sum + (sizes.get(name.text) ?? 0), 1);

const maxSize = 10_000;

/** How deep the formula nests, with the predicates that it calls in their places. */
const depthOf = (expr: CubExpr, depths: ReadonlyMap<string, number>): number =>
  1 +
  (expr.kind === 'call'
    ? (depths.get(expr.name.text) ?? 0)
    : Math.max(0, ...partsOf(expr).map((part) => depthOf(part, depths))));

/** Only earlier predicates may be called, so none calls itself. One with a mistake is true. */
function checkedPredicate(
  decl: PredicateDecl,
  depth: number,
  sizes: ReadonlyMap<string, number>,
  bag: DiagnosticBag,
): PredicateDecl {
  const { name, body, span } = decl;
  const unknown = calls(body).filter((call) => call.name.text === name.text || !sizes.has(call.name.text));
  for (const call of unknown) {
    const hint = 'A predicate can use those that are declared before it.';
    bag.report('E201', call.name.span, `there is no predicate ${call.name.text} yet`, hint);
  }
  const isLarge = (sizes.get(name.text) ?? 0) > maxSize;
  if (isLarge) bag.report('E004', name.span, `${name.text} calls more than ${maxSize} predicates`);
  const isDeep = !isLarge && depth > maxNesting;
  if (isDeep) reportTooDeep(name.span, bag);
  const isRight = unknown.length === 0 && !isLarge && !isDeep;
  return isRight ? decl : { ...decl, body: { kind: 'truth', value: true, span } };
}

function symbolOf(
  decl: SymbolDecl,
  id: number,
  types: ReadonlyMap<string, ValueType>,
  bag: DiagnosticBag,
): CellSymbol {
  const { name, constant, weak } = decl;
  for (const index of decl.indices) {
    if (index.text !== 'proc') bag.report('E301', index.span, 'arrays are indexed by proc', 'Write proc.');
  }
  const type = types.get(decl.type.text);
  if (type === undefined) {
    const hint = didYouMean(decl.type.text, types.keys()) ?? `Declare it: type ${decl.type.text} = A | B.`;
    bag.report('E201', decl.type.span, `there is no type ${decl.type.text}`, hint);
  }
  return {
    ...{ id: symbolId(id), name: name.text, kind: constant ? 'constant' : 'variable' },
    ...{ weak, arity: decl.indices.length, span: name.span },
    type: type ?? { kind: 'abstract', name: unknownType },
  };
}

/** No file can declare it. What has this type is not looked at any more: its declaration was reported. */
const unknownType = '?';

export const isKnown = (type: ValueType): boolean => !(type.kind === 'abstract' && type.name === unknownType);

/** Names of one kind, each to be given once. */
class TakenNames {
  readonly #names: Set<string>;

  constructor(
    private readonly bag: DiagnosticBag,
    names: readonly string[] = [],
  ) {
    this.#names = new Set(names);
  }

  /** Says whether it is new; if not, so does the bag. */
  add({ text, span }: { readonly text: string; readonly span: Span | null }): boolean {
    if (this.#names.has(text)) {
      this.bag.report('E202', span, `${text} is declared twice`);
      return false;
    }
    this.#names.add(text);
    return true;
  }
}
