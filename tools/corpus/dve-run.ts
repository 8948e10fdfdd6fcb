import { readFileSync } from 'node:fs';
import { toAutomata } from '../../passes/pipelines.js';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { Source, sourceSpan } from '../../src/diagnostics/span.js';
import { printModel } from '../../src/lang/dve/print.js';
import { exploreExplicit } from '../../src/engines/explicit/explore.js';
import type { ExplicitResult } from '../../src/engines/explicit/explore.js';
import { readModel } from '../../src/frontends/dve/read.js';
import { not } from '../../src/lang/expr/expr.js';
import type { Property } from '../../src/lang/program/program.js';
import type { System } from '../../src/lang/program/system.js';
import { sc } from '../../src/memory/sc.js';
import { runPipeline } from '../../src/pass/run-pipeline.js';
import { invariant } from '../../src/support/invariant.js';
import type { ModelExpectation } from './dve-expected.js';
import { formulasOfDve, parseDve } from '../../test/support/dve-text.js';

/** All states of a model under SC, and what is wrong with what was found. */
export interface ModelRun {
  readonly expected: ModelExpectation;
  readonly states: number;
  readonly transitions: number;
  readonly verdict: 'safe' | 'unsafe' | 'unknown';
  readonly hasDeadlock: boolean;
  readonly seconds: number;
  readonly broken: readonly string[];
}

/** Whether the model, printed, is read as the same model again. */
export function isPrintedBack(path: string): boolean {
  const source = new Source(path, readFileSync(path, 'utf8'));
  const first = read(source);
  return withoutSpans(read(new Source(path, printModel(first)))) === withoutSpans(first);
}

function read(source: Source): NonNullable<ReturnType<typeof readModel>> {
  const bag = new DiagnosticBag();
  const model = readModel(source, bag);
  bag.throwIfErrors();
  invariant(model !== null, 'a model without errors is read');
  return model;
}

const withoutSpans = (model: object): string =>
  JSON.stringify(model, (key, value: unknown) =>
    key === 'span' ? undefined : typeof value === 'bigint' ? String(value) : value,
  );

/** A violation would end a search, so the states are counted without properties. */
export async function runModel(expected: ModelExpectation): Promise<ModelRun> {
  const source = new Source(expected.file, readFileSync(expected.path, 'utf8'));
  const bag = new DiagnosticBag();
  const program = parseDve(source, bag);
  const text = new Source('formula', expected.formula);
  const bad = program === null ? null : formulasOfDve(source)(text, 'invariant', bag);
  bag.throwIfErrors();
  invariant(program !== null && bad !== null, 'a model and a formula without errors are read');
  const { system } = runPipeline(toAutomata, program, { procs: null, model: sc });
  const never: Property = {
    ...{ kind: 'invariant', name: 'bad', formula: not(bad) },
    span: sourceSpan(text, 0, text.text.length),
  };
  const { states, transitions, checkSeconds } = (await explore(system, [])).stats;
  const verdict = (await explore(system, [never])).verdicts.get('bad')?.kind ?? 'unknown';
  const stuck = (await explore(system, [{ kind: 'deadlock', name: 'deadlock' }])).verdicts.get('deadlock');
  const hasDeadlock = stuck?.kind === 'unsafe';
  const found = { expected, states, transitions, verdict, hasDeadlock, seconds: checkSeconds };
  return { ...found, broken: differences(found) };
}

function explore(system: System, properties: readonly Property[]): Promise<ExplicitResult> {
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  return exploreExplicit(
    { system, model: sc, properties, limits, progress: () => undefined },
    { bound: null, havocRange: null, reductions: true, collectFinals: null },
  );
}

function differences(run: Omit<ModelRun, 'broken'>): readonly string[] {
  const { expected, states, transitions, verdict, hasDeadlock } = run;
  const broken: string[] = [];
  if (expected.states !== null && states !== expected.states)
    broken.push(`${expected.states} states expected`);
  if (expected.transitions !== null && transitions !== expected.transitions)
    broken.push(`${expected.transitions} transitions expected`);
  if (expected.verdict !== null && verdict !== expected.verdict) broken.push(`${expected.verdict} expected`);
  if (expected.deadlocks !== null && hasDeadlock !== expected.deadlocks > 0)
    broken.push(`${expected.deadlocks} deadlocks expected`);
  return broken;
}
