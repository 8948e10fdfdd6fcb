import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { implicitProperties } from '../../lang/program/implicit.js';
import { not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalVar, Program, Property, SharedVar, Thread } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { at } from '../../support/invariant.js';
import type { FileAst } from './ast.js';
import { checkSort } from './check-expr.js';
import { cellsOfLocal, declare } from './declare.js';
import type { FileDeclarations, DeclaredThread } from './declare.js';
import { initialValues } from './initialise.js';
import type { VariableInits } from './initialise.js';
import { checkJumps } from './labels.js';
import { expandProcedures, uncalledProcedures } from './procedures.js';
import { lowerBlock } from './lower-stmt.js';
import { withoutOwnCells } from './own-arrays.js';
import { FreshLabels } from '../../lang/program/fresh-labels.js';
import { checkPropertyNames, propertyNamer } from './property-names.js';
import type { NameProperty } from './property-names.js';
import { binderSupply, outside, suggester } from './scope.js';
import type { FpWorld } from './scope.js';
import type { LocalInfo, SharedInfo } from './variable-infos.js';
import type { Syntax } from './syntax.js';

/** Names are looked up and types checked; the program is sound if the bag has no errors afterwards. */
export function lower(name: string, syntax: Syntax, bag: DiagnosticBag): Program {
  const suggest = suggester();
  const file = expandProcedures(syntax.file, { bag, suggest, lost: syntax.lost });
  const lost = syntax.lost;
  const declarations = declare(file, { bag, lost, freshBinder: binderSupply(), suggest });
  const { world } = declarations;
  checkUncalled(syntax, bag);
  const nameProperty = propertyNamer(file);
  const values = initialValues(declarations);
  const variables = { shared: sharedVars(declarations, values), locals: localVars(declarations, values) };
  const written = declarations.threads.map((thread) => lowerThread(thread, nameProperty, world));
  checkPropertyNames(file, bag);
  const stated = lowerProperties(file, nameProperty, world);
  const predicates = lowerPredicates(file, world);
  const lowered: Program = {
    ...{ name, ...variables, threads: written, properties: [], predicates },
    ...namedConstants(world),
  };
  const program = withoutOwnCells(lowered, world.ownCells, bag);
  const properties = [...stated, ...assertProperties(program.threads), ...implicitProperties(program)];
  return { ...program, properties };
}

/** A procedure that nobody calls is looked at as if somebody did; the types of its variables are not known. */
function checkUncalled({ file, lost }: Syntax, bag: DiagnosticBag): void {
  const own = new DiagnosticBag();
  const reports = { bag: own, suggest: suggester() };
  const uncalled = uncalledProcedures(file, { ...reports, lost });
  if (uncalled === null) return;
  const { open } = uncalled;
  const declarations = declare(uncalled.file, { ...reports, lost: open, freshBinder: binderSupply() });
  const nameProperty = propertyNamer(uncalled.file);
  const names = new Set(uncalled.threads.map(({ name }) => name.text));
  for (const thread of declarations.threads)
    if (names.has(thread.info.name)) lowerThread(thread, nameProperty, declarations.world);
  // What it would violate it does not where nobody calls it.
  // The thread that calls it is made up, and nobody is told of it.
  for (const error of own.errors()) if (!error.message.includes('`procedure ')) bag.add(error);
}

function namedConstants({ globals }: FpWorld): Pick<Program, 'constants'> {
  const constants = [...globals.values()].flatMap((global) =>
    global.kind === 'const' ? [{ name: global.name, value: global.value, span: global.span }] : [],
  );
  return constants.length === 0 ? {} : { constants };
}

function sharedVars({ shared }: FileDeclarations, values: VariableInits): readonly SharedVar[] {
  return shared.map(({ info }, i) => ({
    ...declared(info),
    ...{ id: info.id, shape: info.shape, init: at(values.shared, i) },
  }));
}

function localVars({ threads }: FileDeclarations, values: VariableInits): readonly LocalVar[] {
  return threads.flatMap(({ info: thread, locals }) =>
    locals.flatMap((local) =>
      cellsOfLocal(local).map((cell) => ({
        ...declared(local.info),
        ...cell,
        ...{ thread: thread.id, init: at(values.locals, cell.id), temporary: false },
        ...(local.info.counts === true ? { counts: true as const } : {}),
      })),
    ),
  );
}

/** What shared variables and locals have in common. */
const declared = ({
  name,
  type,
  shown,
  span,
}: SharedInfo | LocalInfo): Pick<SharedVar, 'name' | 'type' | 'shown' | 'span'> => ({
  ...{ name, type, span },
  ...(shown === undefined ? {} : { shown }),
});

function lowerThread({ info, ast }: DeclaredThread, nameProperty: NameProperty, world: FpWorld): Thread {
  const jumps = new FreshLabels(info.labels);
  const place = {
    ...outside(world, 'statement'),
    thread: info,
    atomic: false,
    nameProperty,
    jumps,
    loop: null,
    called: null,
  };
  checkJumps(ast.body, info, place);
  const { id, name, instances, span } = info;
  const body = lowerBlock(ast.body, place);
  return { id, name, instances, ...jumps.ofThread(), body, span };
}

/** Asserts of one name share a property, which is where the first one is. */
function assertProperties(threads: readonly Thread[]): readonly Property[] {
  const found = new Map<string, Property>();
  for (const stmt of threads.flatMap(({ body }) => [...everyStatement(body)])) {
    if (stmt.kind !== 'assert' || found.has(stmt.property)) continue;
    found.set(stmt.property, { kind: 'assert', name: stmt.property, span: stmt.span });
  }
  return [...found.values()];
}

function lowerProperties(file: FileAst, nameProperty: NameProperty, world: FpWorld): readonly Property[] {
  return file.items.flatMap((item): readonly Property[] => {
    if (item.kind !== 'property') return [];
    const { property: kind, isGoal, span } = item;
    const formula = checkSort(item.formula, 'bool', 'a property', outside(world, kind));
    if (formula === null) return [];
    const name = item.name?.text ?? nameProperty(isGoal === true ? 'exists' : kind, span);
    if (kind === 'ltl' || isGoal !== true) return [{ kind, name, formula, span }];
    const whenViolated = 'the goal is reached here';
    return [{ kind, isGoal, name, formula: not(formula), whenViolated, span }];
  });
}

function lowerPredicates(file: FileAst, world: FpWorld): readonly Expr[] {
  const place = outside(world, 'predicate');
  return file.items
    .flatMap((item) => (item.kind === 'predicates' ? item.formulas : []))
    .flatMap((formula) => checkSort(formula, 'bool', 'a predicate', place) ?? []);
}
