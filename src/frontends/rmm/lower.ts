import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { atLabel, conjunction, disjunction, not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Program, Property, Thread } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';
import type { ForbiddenList, RmmMachine, ProcessDecl } from './ast.js';
import { checkLabels, labelsOf, reportUnknown } from './labels.js';
import { ProcessScope } from './scope.js';
import { lowerStatements } from './statements.js';
import { allCells, unfold } from './world.js';
import type { ProcessCopy, RmmWorld } from './world.js';

/** `name` is that of the program; null if the bag got errors. */
export function lowerMachine(machine: RmmMachine, name: string, bag: DiagnosticBag): Program | null {
  for (const process of machine.processes) checkLabels(process, bag);
  const world = unfold(machine, bag);
  if (world === null) return null;
  const threads = lowerProcesses(world, bag);
  checkForbidden(machine.forbidden, world, bag);
  if (bag.hasErrors) return null;
  return {
    name,
    shared: allCells(world),
    locals: world.processes.flatMap(({ registers }) => [...registers.values()]),
    threads,
    properties: forbiddenProperty(machine.forbidden, world),
    predicates: [],
  };
}

/** Mistakes are reported for one copy of a process only. */
function lowerProcesses(world: RmmWorld, bag: DiagnosticBag): readonly Thread[] {
  const wrong = new Set<ProcessDecl>();
  return world.processes.map((process) => {
    const { id, name, decl } = process;
    const own = new DiagnosticBag();
    const body = lowerStatements(decl.body, new ProcessScope(world, process, own));
    if (!wrong.has(decl)) for (const diagnostic of own.sorted()) bag.add(diagnostic);
    if (own.hasErrors) wrong.add(decl);
    return { id, name, instances: { kind: 'one' }, body, span: decl.span };
  });
}

function checkForbidden(lists: readonly ForbiddenList[], { processes }: RmmWorld, bag: DiagnosticBag): void {
  for (const { labels, span } of lists) {
    if (labels.length !== processes.length) {
      const message = `a label for each process is needed: ${processes.length}, but here are ${labels.length}`;
      bag.report('E405', span, message, 'Every copy of a process counts; * stands for any place.');
      continue;
    }
    labels.forEach((label, i) => {
      const known = labelsOf(at(processes, i).decl);
      if (label !== null && !known.has(label.text)) reportUnknown(label, known, bag);
    });
  }
}

/** One invariant: the processes are in none of the places that are forbidden together. */
function forbiddenProperty(lists: readonly ForbiddenList[], world: RmmWorld): readonly Property[] {
  const [first] = lists;
  if (first === undefined) return [];
  const [only, ...more] = lists.map((list) => placesOf(list, world));
  const which =
    only === undefined || more.length > 0
      ? `the processes are at labels that are forbidden together`
      : `the forbidden labels are reached: ${describe(only)}`;
  const formula = not(disjunction(lists.map((list) => conjunction(placesOf(list, world).map(asExpr)))));
  return [{ kind: 'invariant', name: 'forbidden', formula, whenViolated: which, span: first.span }];
}

interface ForbiddenPlace {
  readonly process: ProcessCopy;
  readonly label: string;
}

function placesOf({ labels }: ForbiddenList, { processes }: RmmWorld): readonly ForbiddenPlace[] {
  return labels.flatMap((label, i) =>
    label === null ? [] : [{ process: at(processes, i), label: label.text }],
  );
}

const asExpr = ({ process, label }: ForbiddenPlace): Expr => atLabel(process.id, null, label);

const describe = (places: readonly ForbiddenPlace[]): string =>
  places.length === 0
    ? 'any labels'
    : places.map(({ process, label }) => `${process.name} at ${label}`).join(', ');
