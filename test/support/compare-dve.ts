import { toAutomata } from '../../passes/pipelines.js';
import { DiagnosticBag, Unsupported } from '../../src/diagnostics/diagnostic.js';
import { Source, sourceSpan } from '../../src/diagnostics/span.js';
import { checkModel } from '../../src/dve/check-model.js';
import type { Model } from '../../src/dve/ast.js';
import { printModel } from '../../src/dve/print.js';
import type { Table } from '../../src/dve/table.js';
import { exploreExplicit } from '../../src/engines/explicit/explore.js';
import type { ExplicitResult } from '../../src/engines/explicit/explore.js';
import { formulasOf } from '../../src/frontends/dve/formula.js';
import { dve } from '../../src/frontends/dve/parse.js';
import { readModel } from '../../src/frontends/dve/read.js';
import { writeModel } from '../../src/frontends/dve/write.js';
import type { Property } from '../../src/ir/program.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { sc } from '../../src/memory/sc.js';
import { runPipeline } from '../../src/pass/run.js';
import { invariant } from '../../src/support/check.js';
import { DveMachine, explorePlainly } from './dve-machine.js';
import type { PlainBuffers, PlainExploration, PlainState } from './dve-machine.js';

export interface DveComparison {
  readonly capped: boolean;
  /** Models with a step that has no meaning under buffers, or no text. */
  readonly refused: boolean;
  readonly fails: boolean;
  readonly addsToSc: boolean;
  readonly complaints: readonly string[];
}

const nothing: DveComparison = {
  capped: false,
  refused: false,
  fails: false,
  addsToSc: false,
  complaints: [],
};

const plainOf = ({ buffering, entriesPerLocation }: MemoryModel): PlainBuffers => ({
  order: buffering,
  entries: entriesPerLocation ?? Infinity,
});

/**
 * One model under one memory model, three times: executed from its text, lowered and explored by the engine, and written
 * with its buffers as variables (tsoN), of which the same must be reached where all buffers are empty.
 */
export async function compareDve(text: string, memory: MemoryModel, limit: number): Promise<DveComparison> {
  const source = new Source('model.dve', text);
  const { model, table } = read(source);
  const printed = printModel(model);
  const again = printModel(read(new Source('printed.dve', printed)).model);
  const complaints: string[] = printed === again ? [] : ['what is printed is read differently'];
  const plain = explorePlainly(new DveMachine(model, table, plainOf(memory)), limit);
  if (plain === null) return { ...nothing, capped: true };
  try {
    complaints.push(...(await againstEngine(source, plain, memory)));
    if (memory.entriesPerLocation !== null) complaints.push(...againstText(source, plain, memory, limit));
    const underSc = explorePlainly(new DveMachine(model, table, plainOf(sc)), limit);
    const settled = settledStates(plain.states);
    const addsToSc = underSc !== null && settled.size > settledStates(underSc.states).size;
    return { ...nothing, fails: plain.fails, addsToSc, complaints };
  } catch (error) {
    if (error instanceof Unsupported) return { ...nothing, refused: true, complaints };
    throw error;
  }
}

function read(source: Source): { readonly model: Model; readonly table: Table } {
  const bag = new DiagnosticBag();
  const model = readModel(source, bag);
  const table = model === null ? null : checkModel(model, bag);
  bag.throwIfErrors();
  invariant(model !== null && table !== null, 'what is generated is a model');
  return { model, table };
}

async function againstEngine(
  source: Source,
  plain: PlainExploration,
  memory: MemoryModel,
): Promise<readonly string[]> {
  const bag = new DiagnosticBag();
  const program = dve.parse(source, bag);
  bag.throwIfErrors();
  invariant(program !== null, 'what is generated is a model');
  const { system } = runPipeline(toAutomata, program, { procs: null, model: memory });
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
  const never = formulasOf(source)(text, 'invariant', bag);
  bag.throwIfErrors();
  invariant(never !== null, 'the formula speaks of what every generated model has');
  const span = sourceSpan(text, 0, formula.length);
  const property: Property = { kind: 'invariant', name: 'formula', formula: never, span };
  const holds = (await explore([property])).verdicts.get('formula')?.kind === 'unsafe' ? false : true;
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
  limit: number,
): readonly string[] {
  const { name, entriesPerLocation, lockedWaits } = memory;
  const text = writeModel(source, {
    ...{ model: name, order: 'fifo', atomicWaits: lockedWaits, isAtomic: () => false },
    limit: { kind: 'waits', entries: entriesPerLocation ?? 1 },
  });
  const written = read(new Source('written.dve', text));
  const explored = explorePlainly(
    new DveMachine(written.model, written.table, { order: 'none', entries: 1 }),
    40 * limit,
  );
  if (explored === null) return [];
  const expected = settledStates(plain.states);
  const kept = new Set([...plain.states.values()].slice(0, 1).flatMap((s) => Object.keys(s.values)));
  const found = projected(explored.states, kept, Object.keys([...plain.states.values()][0]?.places ?? {}));
  const missing = [...expected].filter((key) => !found.has(key));
  const surplus = [...found].filter((key) => !expected.has(key));
  return [
    ...missing.slice(0, 1).map((key) => `the text with buffers does not reach ${key}\n${text}`),
    ...surplus
      .slice(0, 1)
      .map((key) => `the text with buffers reaches ${key}, which the model does not\n${text}`),
    ...(explored.fails === plain.fails
      ? []
      : [`a step of the text with buffers goes wrong: ${explored.fails}\n${text}`]),
  ];
}

const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v));

/** States with empty buffers, without these. */
const settledStates = (states: ReadonlyMap<string, PlainState>): ReadonlySet<string> =>
  new Set(
    [...states.values()]
      .filter(({ buffers }) => Object.values(buffers).every((b) => b.length === 0))
      .map(({ places, values, messages }) => keyOf([sorted(places), sorted(values), sorted(messages)])),
  );

/** The same of a text with buffers: all indicators are 0. */
function projected(
  states: ReadonlyMap<string, PlainState>,
  kept: ReadonlySet<string>,
  processes: readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { places, values, messages } of states.values()) {
    if (Object.entries(values).some(([name, value]) => name.startsWith('i_') && value !== 0n)) continue;
    const own = Object.fromEntries(Object.entries(values).filter(([name]) => kept.has(name)));
    const at = Object.fromEntries(Object.entries(places).filter(([name]) => processes.includes(name)));
    found.add(keyOf([sorted(at), sorted(own), sorted(messages)]));
  }
  return found;
}

const sorted = (record: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
