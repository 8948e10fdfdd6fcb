import { toAutomata } from '../../../passes/pipelines.js';
import { DiagnosticBag, Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { Source, sourceSpan } from '../../../src/diagnostics/span.js';
import { bufferModel } from '../../../src/lang/dve/buffers/buffer-model.js';
import type { DveBuffer, BufferLayout } from '../../../src/lang/dve/buffers/buffer-layout.js';
import type { DveBufferSpec } from '../../../src/lang/dve/buffers/spec.js';
import { checkModel } from '../../../src/lang/dve/check-model.js';
import type { DveModel } from '../../../src/lang/dve/dve-ast.js';
import { printModel } from '../../../src/lang/dve/print.js';
import type { DveTable } from '../../../src/lang/dve/name-table.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitResult } from '../../../src/engines/explicit/explore.js';
import { readModel } from '../../../src/frontends/dve/read.js';
import type { Property } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { byBuffering, roomPerLocation, storesWait } from '../../../src/memory/model-questions.js';
import { writesOf } from '../../../src/ask/chosen-writes.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { invariant } from '../../../src/support/invariant.js';
import { DveMachine, explorePlainly, titleOf } from './dve-machine.js';
import type {
  DveBufferEntry,
  PlainAtomic,
  PlainBuffers,
  PlainExploration,
  PlainState,
} from './dve-machine.js';
import { formulasOfDve, parseDve, writeDve } from '../dve-text.js';

export interface DveComparison {
  readonly capped: boolean;
  /** Models with a step that has no meaning under buffers, or no text. */
  readonly refused: boolean;
  readonly fails: boolean;
  readonly addsToSc: boolean;
  readonly complaints: readonly string[];
}

/** How many writes a queue holds in texts for models without a bound. */
const boundTried = 2;

const nothing: DveComparison = {
  capped: false,
  refused: false,
  fails: false,
  addsToSc: false,
  complaints: [],
};

const plainOf = (model: MemoryModel): PlainBuffers => ({
  order: byBuffering<PlainBuffers['order']>(model, {
    none: 'none',
    fifo: 'fifo',
    'fifo-per-location': 'fifo-per-location',
  }),
  entries: roomPerLocation(model),
});

/**
 * One model under one memory model, three times: executed from its text, lowered and explored by the engine, and written
 * with its buffers as variables (tsoN), of which the same must be reached where all buffers are empty.
 */
export async function compareDve(
  text: string,
  memory: MemoryModel,
  limit: number,
  choose: (write: string) => boolean = () => false,
): Promise<DveComparison> {
  const source = new Source('model.dve', text);
  const { model, table } = read(source);
  const printed = printModel(model);
  const again = printModel(read(new Source('printed.dve', printed)).model);
  const complaints: string[] = printed === again ? [] : ['what is printed is read differently'];
  const writes = new Set(writesIn(model, table).filter(choose));
  const atomic: PlainAtomic = { writes, waits: memory.lockedWaits };
  const plain = explorePlainly(new DveMachine(model, table, plainOf(memory), atomic), limit);
  if (plain === null) return { ...nothing, capped: true };
  try {
    complaints.push(...(await againstEngine(source, plain, memory, writes)));
    const { order } = plainOf(memory);
    if (order !== 'none') complaints.push(...againstText(source, plain, memory, order, limit, writes));
    const underSc = explorePlainly(new DveMachine(model, table, plainOf(sc)), limit);
    const settled = settledStates(plain.states);
    const addsToSc = underSc !== null && settled.size > settledStates(underSc.states).size;
    return { ...nothing, fails: plain.fails, addsToSc, complaints };
  } catch (error) {
    if (error instanceof Unsupported) return { ...nothing, refused: true, complaints };
    throw error;
  }
}

function read(source: Source): { readonly model: DveModel; readonly table: DveTable } {
  const bag = new DiagnosticBag();
  const model = readModel(source, bag);
  const table = model === null ? null : checkModel(model, bag);
  bag.throwIfErrors();
  invariant(model !== null && table !== null, 'what is generated is a model');
  return { model, table };
}

/** All writes to memory, as `x, P.q0->q1`; those of transitions where both sides move at once are left out. */
const writesIn = (model: DveModel, table: DveTable): readonly string[] =>
  model.processes.flatMap((process) =>
    process.transitions.flatMap((transition) => {
      if (transition.sync !== null) return [];
      const global = transition.effects.filter(({ target }) => table.globals.has(target.name.text));
      return global.map(
        ({ target }) => `${target.name.text}, ${process.name.text}.${titleOf(process, transition)}`,
      );
    }),
  );

async function againstEngine(
  source: Source,
  plain: PlainExploration,
  memory: MemoryModel,
  writes: ReadonlySet<string>,
): Promise<readonly string[]> {
  const bag = new DiagnosticBag();
  const program = parseDve(source, bag);
  bag.throwIfErrors();
  invariant(program !== null, 'what is generated is a model');
  const sites = writesOf(program, toAutomata, null).filter(({ variableName, names }) =>
    names.some((name) => writes.has(`${variableName}, ${name}`)),
  );
  const atomicWrites = new Set(sites.map(({ id }) => id));
  const { system } = runPipeline(toAutomata, program, { procs: null, model: memory, atomicWrites });
  const explore = (properties: readonly Property[]): Promise<ExplicitResult> => {
    const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
    return exploreExplicit(
      { system, model: memory, properties, limits, progress: () => undefined },
      { bound: null, havocRange: null, reductions: true, collectFinals: null },
    );
  };
  const found: string[] = [];
  const { stats } = await explore([]);
  if (stats.states !== plain.states.size)
    found.push(`the engine finds ${stats.states} states, the text has ${plain.states.size}`);
  const faults = system.properties.filter(({ kind }) => kind === 'div' || kind === 'bounds');
  const verdicts = [...(await explore(faults)).verdicts.values()];
  if (verdicts.some(({ kind }) => kind === 'unsafe') !== plain.fails)
    found.push(`the engine ${plain.fails ? 'finds no' : 'finds a'} fault`);
  const text = new Source('formula', formula);
  const never = formulasOfDve(source)(text, 'invariant', bag);
  bag.throwIfErrors();
  invariant(never !== null, 'the formula speaks of what every generated model has');
  const span = sourceSpan(text, 0, formula.length);
  const property: Property = { kind: 'invariant', name: 'formula', formula: never, span };
  const holds = (await explore([property])).verdicts.get('formula')?.kind !== 'unsafe';
  const expected = ![...plain.states.values()].some(
    ({ places, values }) => places['P'] === 'q1' && places['Q'] === 'q1' && values['x'] === values['P->r'],
  );
  if (holds !== expected && !plain.fails) found.push(`the engine says ${holds} of the formula`);
  return found;
}

/** About what every generated model has. */
const formula = 'not (P.q1 && Q at q1 && x == P->r)';

function againstText(
  source: Source,
  plain: PlainExploration,
  memory: MemoryModel,
  order: DveBufferSpec['order'],
  limit: number,
  writes: ReadonlySet<string>,
): readonly string[] {
  const { name, lockedWaits } = memory;
  const entries = roomPerLocation(memory);
  const isAtomic: DveBufferSpec['isAtomic'] = (process, title, variable) =>
    writes.has(`${variable}, ${process}.${title}`);
  const spec: DveBufferSpec = {
    ...{ model: name, order, atomicWaits: lockedWaits, isAtomic },
    limit: storesWait(memory) ? { kind: 'waits', entries } : { kind: 'overflows', entries: boundTried },
  };
  const text = writeDve(source, spec);
  const written = read(new Source('written.dve', text));
  const machine = new DveMachine(written.model, written.table, { order: 'none', entries: 1 });
  const explored = explorePlainly(machine, 20 * limit);
  if (explored === null) return [];
  const { model, table } = read(source);
  const { layout } = bufferModel(model, table, spec);
  const expected = new Set([...plain.states.values()].map(keyOfState));
  const flag = layout.overflow?.flag ?? '';
  const within = [...explored.states.values()].filter(({ values }) => (values[flag] ?? 0n) === 0n);
  const overflows = within.length < explored.states.size;
  const found = new Set(within.map((state) => keyOfState(unwritten(state, layout))));
  const missing = [...expected].filter((key) => !found.has(key));
  const surplus = [...found].filter((key) => !expected.has(key));
  return [
    ...(overflows ? [] : missing)
      .slice(0, 1)
      .map((key) => `the text with buffers does not reach ${key}\n${text}`),
    ...surplus
      .slice(0, 1)
      .map((key) => `the text with buffers reaches ${key}, which the model does not\n${text}`),
    ...(overflows || explored.fails === plain.fails
      ? []
      : [`a step of the text with buffers goes wrong: ${explored.fails}\n${text}`]),
  ];
}

/** The state with buffers for the variables that hold them. */
function unwritten(state: PlainState, layout: BufferLayout): PlainState {
  const value = (name: string): bigint => {
    const found = state.values[name];
    invariant(found !== undefined, `the text has a variable ${name}`);
    return found;
  };
  const own = new Set(layout.overflow === null ? [] : [layout.overflow.flag]);
  const buffers = Object.fromEntries(
    [...layout.processes].map(([process, { buffers: parts, queue }]) => {
      for (const { values, indicator } of parts.values()) own.add(values).add(indicator);
      if (queue === null)
        return [process, [...parts.values()].flatMap((part) => entriesOf(part, layout, value)).sort(byPlace)];
      for (const name of [queue.cells, queue.head, queue.tail]) own.add(name);
      const size = BigInt(queue.size);
      const seen = new Map<bigint, number>();
      const entries = [];
      for (let i = value(queue.head); i !== value(queue.tail); i = (i + 1n) % size) {
        const location = value(`${queue.cells}[${i}]`);
        const before = seen.get(location) ?? 0;
        seen.set(location, before + 1);
        entries.push(entryAt(location, before, [...parts.values()], layout.entries, value));
      }
      return [process, entries];
    }),
  );
  const values = Object.fromEntries(
    Object.entries(state.values).filter(([name]) => !own.has(name.replace(/\[.*/, ''))),
  );
  const places = Object.fromEntries(
    Object.entries(state.places).filter(([name]) => layout.processes.has(name)),
  );
  return { places, values, messages: state.messages, buffers };
}

/** Of one variable, where writes to different locations have no order. */
function entriesOf(
  part: DveBuffer,
  { entries }: BufferLayout,
  value: (name: string) => bigint,
): readonly DveBufferEntry[] {
  return Array.from({ length: part.length ?? 1 }, (_, i) => i).flatMap((i) => {
    const count = value(part.length === null ? part.indicator : `${part.indicator}[${i}]`);
    return Array.from({ length: Number(count) }, (_, position) =>
      entryAt(BigInt(part.number + i), position, [part], entries, value),
    );
  });
}

const byPlace = (a: DveBufferEntry, b: DveBufferEntry): number =>
  a.place < b.place ? -1 : a.place > b.place ? 1 : 0;

function entryAt(
  location: bigint,
  position: number,
  parts: readonly DveBuffer[],
  entries: number,
  value: (name: string) => bigint,
): DveBufferEntry {
  const part = parts.find((p) => location >= p.number && location < p.number + (p.length ?? 1));
  invariant(part !== undefined, 'the queue holds numbers of locations');
  const index = Number(location) - part.number;
  const slots = part.length === null ? entries : entries * part.length;
  const slot =
    slots === 1 && part.length === null ? part.values : `${part.values}[${index * entries + position}]`;
  return {
    place: part.length === null ? part.variable : `${part.variable}[${index}]`,
    value: value(slot),
  };
}

const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v));

const keyOfState = ({ places, values, messages, buffers }: PlainState): string =>
  keyOf([sorted(places), sorted(values), sorted(messages), sorted(buffers)]);

/** States with empty buffers. */
const settledStates = (states: ReadonlyMap<string, PlainState>): ReadonlySet<string> =>
  new Set(
    [...states.values()]
      .filter(({ buffers }) => Object.values(buffers).every((b) => b.length === 0))
      .map(keyOfState),
  );

const sorted = (record: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
