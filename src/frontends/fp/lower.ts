import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { implicitProperties } from '../../ir/implicit.js';
import type { Expr } from '../../ir/expr.js';
import type { LocalVar, Program, Property, SharedVar, Thread } from '../../ir/program.js';
import { everyStatement } from '../../ir/statements.js';
import { at } from '../../support/check.js';
import type { FileAst, PropertyAst } from './ast.js';
import { checkSort } from './check-expr.js';
import { declare } from './declare.js';
import type { Declarations, DeclaredThread } from './declare.js';
import { initialValues } from './initialise.js';
import type { InitialValues } from './initialise.js';
import { checkJumps } from './labels.js';
import { lowerBlock } from './lower-stmt.js';
import { propertyNamer } from './property-names.js';
import type { NameProperty } from './property-names.js';
import { binderSupply, outside, reportTwice, suggester } from './scope.js';
import type { World } from './scope.js';
import type { Syntax } from './syntax.js';

/** Names are looked up and types checked; the program is sound if the bag has no errors afterwards. */
export function lower(name: string, { file, lost }: Syntax, bag: DiagnosticBag): Program {
  const declarations = declare(file, { bag, lost, freshBinder: binderSupply(), suggest: suggester() });
  const { world } = declarations;
  const nameProperty = propertyNamer(file);
  const values = initialValues(declarations);
  const threads = declarations.threads.map((thread) => lowerThread(thread, nameProperty, world));
  const variables = { shared: sharedVars(declarations, values), locals: localVars(declarations, values) };
  const properties = [
    ...lowerProperties(file, nameProperty, world),
    ...threads.flatMap(assertsOf),
    ...implicitProperties({ ...variables, threads }),
  ];
  return { name, ...variables, threads, properties, predicates: lowerPredicates(file, world) };
}

function sharedVars({ shared }: Declarations, values: InitialValues): readonly SharedVar[] {
  return shared.map(({ info: { id, name, type, shape, span } }, i) => ({
    ...{ id, name, type, shape, span },
    init: at(values.shared, i),
  }));
}

function localVars({ threads }: Declarations, values: InitialValues): readonly LocalVar[] {
  return threads.flatMap(({ info: thread, locals }) =>
    locals.map(({ info }) => ({
      ...info,
      thread: thread.id,
      init: at(values.locals, info.id),
      temporary: false,
    })),
  );
}

function lowerThread({ info, ast }: DeclaredThread, nameProperty: NameProperty, world: World): Thread {
  const place = { ...outside(world, 'statement'), thread: info, atomic: false, nameProperty };
  checkJumps(ast.body, info, place);
  const { id, name, instances, span } = info;
  return { id, name, instances, body: lowerBlock(ast.body, place), span };
}

function assertsOf({ body }: Thread): readonly Property[] {
  return [...everyStatement(body)].flatMap((stmt) =>
    stmt.kind === 'assert' ? [{ kind: 'assert', name: stmt.property, span: stmt.span } as const] : [],
  );
}

/** Names that the implicit properties and `--deadlock` use. */
const reserved: ReadonlySet<string> = new Set(['div', 'bounds', 'range', 'deadlock']);

function lowerProperties(file: FileAst, nameProperty: NameProperty, world: World): readonly Property[] {
  const named = new Map<string, PropertyAst>();
  return file.items.flatMap((item): readonly Property[] => {
    if (item.kind !== 'property') return [];
    const { property: kind, name, span } = item;
    if (name !== null) {
      const earlier = named.get(name.text);
      if (earlier !== undefined) reportTwice(world.bag, name, 'a property', earlier.span);
      else if (reserved.has(name.text)) {
        world.bag.report(
          'E202',
          name.span,
          `\`${name.text}\` is the name of an implicit property`,
          'choose another',
        );
      } else named.set(name.text, item);
    }
    const formula = checkSort(item.formula, 'bool', 'a property', outside(world, kind));
    return formula === null ? [] : [{ kind, name: name?.text ?? nameProperty(kind, span), formula, span }];
  });
}

function lowerPredicates(file: FileAst, world: World): readonly Expr[] {
  const place = outside(world, 'predicate');
  return file.items
    .flatMap((item) => (item.kind === 'predicates' ? item.formulas : []))
    .flatMap((formula) => checkSort(formula, 'bool', 'a predicate', place) ?? []);
}
