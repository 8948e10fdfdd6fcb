import { unsupported } from '../../diagnostics/diagnostic.js';
import type { RunToTell } from '../../evidence/run-to-tell.js';
import type { CellId } from '../../lang/expr/ids.js';
import { hasBuffers, isExactTso } from '../../memory/model-questions.js';
import { at, getOrFail } from '../../support/invariant.js';
import { UsedNames, plainName } from '../../support/free-names.js';
import type { RunFormat } from '../run-format.js';
import { groupsOf } from './run-accesses.js';
import { isHerdWord } from './herd-words.js';
import { Processor } from './processor.js';

/**
 * A run under TSO as straight x86 code that asks for the values that the run has read: as each thread has read what it has read,
 * it has gone its way, so whoever calls the outcome reachable has found a run to the same places with the same locals.
 */
export const litmusFormat: RunFormat = { name: 'litmus', write: (run) => testOf(run) };

function testOf(run: RunToTell): string {
  const { machine, trace, property, file } = run;
  if (hasBuffers(machine.model) && !isExactTso(machine.model))
    unsupported(`x86 litmus tests are about TSO, not ${machine.model.name}`, null, 'take --model tso or sc');
  if (trace.loop !== undefined) unsupported('a run without end has no form as a litmus test');
  const nameOf = cellNames(run);
  const processors = [...groupsOf(run)]
    .toSorted(([a], [b]) => a - b)
    .map(([thread, groups]) => ({
      name: at(machine.system.threads, thread).name,
      ...new Processor(nameOf, at(machine.system.threads, thread).name).codeOf(groups),
    }))
    .filter(({ lines }) => lines.length > 0);
  const reads = processors.flatMap(({ reads: own }, i) =>
    own.map(({ register, value }) => `${i}:${register}=${value}`),
  );
  if (reads.length === 0) unsupported('the run reads nothing, so there is nothing to ask for');
  const title = plainName(file.name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''));
  return [
    `X86 ${title}_${plainName(property.name)}`,
    `"${processors.map(({ name }, i) => `P${i} is ${name}`).join(', ')}; ${property.name} is violated"`,
    '{',
    ...initialOf(run, nameOf),
    '}',
    ...table(processors.map(({ lines }) => lines)),
    `exists (${reads.join(' /\\ ')})`,
    '',
  ].join('\n');
}

/** What each cell that the run touches is called. */
function cellNames({ machine: { cells } }: RunToTell): (cell: CellId) => string {
  const used = new UsedNames([], isHerdWord);
  const names = new Map(cells.all().map((cell) => [cell, used.free(plainName(cells.nameOf(cell)))]));
  return (cell) => getOrFail(names, cell);
}

/** What is not 0 at the start. */
function initialOf({ machine, run }: RunToTell, nameOf: (cell: CellId) => string): readonly string[] {
  const { memory } = machine.initial(run.stem.initial);
  return machine.cells
    .all()
    .filter((cell) => at(memory, cell) !== 0n)
    .map((cell) => `${nameOf(cell)}=${at(memory, cell)};`);
}

function table(columns: readonly (readonly string[])[]): readonly string[] {
  const cells = columns.map((lines, i) => [`P${i}`, ...lines]);
  const height = Math.max(...cells.map((lines) => lines.length));
  const widths = cells.map((lines) => Math.max(...lines.map((line) => line.length)));
  return Array.from({ length: height }, (_, row) => {
    const parts = cells.map((lines, i) => (lines[row] ?? '').padEnd(at(widths, i)));
    return ` ${parts.join(' | ')} ;`;
  });
}
