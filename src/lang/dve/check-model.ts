import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { DveModel, DveProcess } from './dve-ast.js';
import { Checker } from './check-names.js';
import { Declarer } from './enter-declarations.js';
import { reportUnknownProcess } from './unknown.js';
import type { ProcessTable, DveSymbol, DveTable } from './name-table.js';

/** Looks up all names of a model; null if the bag got errors. */
export function checkModel(model: DveModel, bag: DiagnosticBag): DveTable | null {
  reportTwins(model, bag);
  const arities = untypedArities(model);
  const globals = new Declarer(new Map(), arities, bag);
  for (const declaration of model.declarations) globals.declare(declaration);
  const processes = new Map(
    model.processes.map(
      (process) => [process.name.text, processTable(process, globals.symbols, bag)] as const,
    ),
  );
  const property = propertyOf(model, processes, bag);
  const table: DveTable = { globals: globals.symbols, processes, property };
  const checker = new Checker(table, bag);
  for (const process of processes.values()) checker.process(process);
  checker.channels();
  return bag.hasErrors ? null : table;
}

function processTable(
  process: DveProcess,
  globals: ReadonlyMap<string, DveSymbol>,
  bag: DiagnosticBag,
): ProcessTable {
  const locals = new Declarer(globals, new Map(), bag);
  for (const declaration of process.declarations) {
    if (declaration.kind === 'channel') {
      const hint = 'Declare it before the processes.';
      bag.report(
        'E402',
        declaration.name.span,
        `the channel ${declaration.name.text} belongs to a process`,
        hint,
      );
    } else locals.declare(declaration);
  }
  return { process, locals: locals.symbols, states: new Map(process.states.map(({ text }, i) => [text, i])) };
}

function propertyOf(
  { system, processes: all }: DveModel,
  processes: ReadonlyMap<string, ProcessTable>,
  bag: DiagnosticBag,
): ProcessTable | null {
  const { property } = system;
  if (property === null) return null;
  const found = processes.get(property.text) ?? null;
  if (found === null) reportUnknownProcess(property, processes.keys(), bag);
  else if (all.length === 1)
    bag.report('E404', property.span, 'besides the property the model has no processes');
  return found;
}

/** Variables, channels, processes and states have one space of names: in a process those of the model count too. */
function reportTwins({ declarations, processes }: DveModel, bag: DiagnosticBag): void {
  const global = new Map<string, string>();
  const enter = (scope: Map<string, string>, word: Word, what: string): void => {
    const before = scope.get(word.text) ?? global.get(word.text);
    if (before !== undefined) {
      bag.report(
        'E202',
        word.span,
        `${word.text} is the name of ${before} already`,
        'Names are unique where they can be seen.',
      );
    }
    scope.set(word.text, what);
  };
  for (const { kind, name } of declarations) enter(global, name, `a ${kind}`);
  for (const { name } of processes) enter(global, name, 'a process');
  for (const process of processes) {
    const local = new Map<string, string>();
    for (const { kind, name } of process.declarations) enter(local, name, `a ${kind}`);
    for (const state of process.states) enter(local, state, 'a state');
  }
}

/** Messages of a channel without types carry what the first use of it says. */
function untypedArities({ processes }: DveModel): ReadonlyMap<string, number> {
  const arities = new Map<string, number>();
  for (const { sync } of processes.flatMap(({ transitions }) => transitions)) {
    if (sync === null || arities.has(sync.channel.text)) continue;
    arities.set(sync.channel.text, (sync.kind === 'send' ? sync.values : sync.targets).length);
  }
  return arities;
}
