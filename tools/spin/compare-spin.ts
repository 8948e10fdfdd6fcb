import { plainAttacks } from '../../passes/plain-attacks.js';
import { fuseAtomic } from '../../passes/fuse-atomic.js';
import { plainAutomata } from '../../passes/plain-automata.js';
import {
  toAutomata,
  toRuns,
  toTemplates,
  withAttacks,
  withCounters,
  withShapes,
} from '../../passes/pipelines.js';
import { generatedBy } from '../../src/diagnostics/span.js';
import { exploreExplicit } from '../../src/engines/explicit/explore.js';
import type { ExportRequest } from '../../src/exporters/exporter.js';
import { exported, promela } from '../../src/exporters/promela/export.js';
import type { PromelaExport } from '../../src/exporters/promela/export.js';
import { languages } from '../../src/frontends/index.js';
import { conjunction, equal, int, local, shared } from '../../src/lang/expr/expr.js';
import { isTemporal } from '../../src/lang/program/program.js';
import type { Property } from '../../src/lang/program/program.js';
import { Cells } from '../../src/lang/program/system.js';
import type { System } from '../../src/lang/program/system.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { sc } from '../../src/memory/sc.js';
import { buffersGrow } from '../../src/memory/model-questions.js';
import { invariant } from '../../src/support/invariant.js';
import { transformFile } from '../../src/transform/transform.js';
import { usualOptions } from '../../src/ask/verify-options.js';
import type { VerifyReport } from '../../src/ask/report.js';
import { ask } from '../../src/ask/ask.js';
import { everyState, runSpin } from './spin.js';
import type { SpinOptions, SpinResult } from './spin.js';

export type SpinVerdict = 'safe' | 'unsafe' | 'overflow' | 'unknown';

/** Two judges on one program under one memory model. */
export interface SpinComparison {
  readonly ours: SpinVerdict;
  readonly spins: SpinVerdict;
  /** Of the program with its buffers as variables, under SC and without reductions: what Spin should store, too. */
  readonly states: number;
  readonly spinStates: number;
  /** What `verify` visits: the program itself under the memory model. */
  readonly directStates: number;
  /** In what the judges or the counts differ and should not; empty: nothing. */
  readonly disagreements: readonly string[];
  /** Why the counts of the two judges differ, where they may. */
  readonly explanation: string;
}

export interface SpinQuestion {
  readonly path: string;
  readonly model: MemoryModel;
  readonly bound: number;
  readonly procs: number | null;
}

const limits = { signal: new AbortController().signal, deadline: null, memoryMB: 2000 };

/** Null if our search alone takes longer than that, or if there is nothing that both judges decide. */
export async function compare(
  question: SpinQuestion,
  maxSeconds = Infinity,
  options: SpinOptions = everyState,
): Promise<SpinComparison | null> {
  const { request, made } = await prepared(question);
  const counted = await countStates(request.system, maxSeconds);
  const names = request.plain.properties.flatMap((p) =>
    isTemporal(p) || p.name === request.about.overflow ? [] : [p.name],
  );
  if (counted === null || names.length === 0) return null;
  const spin = runSpin(made.text, options);
  const report = await verified(question, names);
  const { states } = counted;
  const extra = made.chooses ? 1 : 0;
  const violated = violatedProperties(made, spin);
  const ours = judgementOf(report);
  const spins = spinJudgement(made, spin);
  const disagreements = [
    ...(spin.complete ? [] : ['Spin did not finish']),
    ...spin.complaints.map((c) => `Spin says: ${c}`),
    ...(ours === spins || (spins === 'overflow' && isProven(report))
      ? []
      : [`verdict: ${ours}, by Spin ${spins}`]),
    ...propertyDifferences(report, violated),
    ...[...violated]
      .filter((p) => p !== 'int32' && !counted.violated.has(p))
      .map((p) => `only Spin finds ${p} violated`),
    ...[...counted.violated].filter((p) => !violated.has(p)).map((p) => `Spin does not find ${p} violated`),
    ...(made.holds || made.waits || spin.states === states + extra
      ? []
      : [`states: ${states}, by Spin ${spin.states}`]),
  ];
  return {
    ours,
    spins,
    states,
    spinStates: spin.states,
    directStates: report.stats.states,
    disagreements,
    explanation: explanation(made, spin.states - states),
  };
}

function explanation(made: PromelaExport, difference: number): string {
  if (difference === 0) return 'the same states';
  const reasons = [
    ...(made.chooses ? ['+1: before the initial values are set'] : []),
    ...(made.holds ? ['Spin stores where an atomic block got stuck'] : []),
    ...(made.waits ? ['a way through either without a statement is a step in Promela'] : []),
  ];
  return reasons.length === 0 ? 'not explained' : reasons.join('; ');
}

/** The program as Spin gets it, and the automata that its states are counted with. */
export async function prepared({ path, model, procs, bound }: SpinQuestion): Promise<{
  readonly request: ExportRequest;
  readonly made: PromelaExport;
}> {
  let caught: ExportRequest | null = null;
  const catching = {
    ...promela,
    run: (request: ExportRequest): string => {
      caught = request;
      return '';
    },
  };
  const options = { path, language: null, model, bound: boundUnder(model, bound), procs };
  await transformFile(options, catching, {
    languages,
    templates: toTemplates,
    plain: plainAutomata,
    pipeline: (asked) => ({ ...withCounters(asked), onSystem: [fuseAtomic] }),
    listener: () => undefined,
  });
  const request = given(caught);
  return { request, made: exported(request) };
}

/** The entries of tsoN are bounded by the model, and SC has none. */
const boundUnder = (model: MemoryModel, bound: number): number | null => (buffersGrow(model) ? bound : null);

function given(request: ExportRequest | null): ExportRequest {
  invariant(request !== null, 'the exporter was run');
  return request;
}

export async function verified(
  { path, model, bound, procs }: SpinQuestion,
  properties: readonly string[],
  engine = 'explicit',
): Promise<VerifyReport> {
  const report = await ask(
    { path, language: null },
    {
      ...{ ...usualOptions, model, engine, procs, properties },
      ...{ bound: boundUnder(model, bound), memoryMB: limits.memoryMB },
    },
    {
      languages,
      pipelines: {
        ...{ automata: toAutomata, runs: toRuns, shapes: withShapes },
        ...{ counters: withCounters, attacks: withAttacks, plainAttacks },
      },
      signal: limits.signal,
      progress: () => undefined,
      listener: () => undefined,
    },
  );
  invariant(report.verdict !== null, `the program is one to verify: ${report.errors[0]?.message ?? ''}`);
  return report;
}

interface Counted {
  readonly states: number;
  /** The properties that our search finds violated in the program with its buffers as variables. */
  readonly violated: ReadonlySet<string>;
}

/**
 * All states, whatever is violated in them: final states are asked for, so the search does not end early. Nor is a choice
 * left out because nobody reads its value: an invariant mentions every variable of a finite type.
 */
export async function countStates(system: System, maxSeconds: number): Promise<Counted | null> {
  const properties = [...system.properties.filter((p) => !isTemporal(p)), mentionsAll(system)];
  const deadline = maxSeconds === Infinity ? null : performance.now() + 1000 * maxSeconds;
  const request = {
    system,
    model: sc,
    properties,
    limits: { ...limits, deadline },
    progress: () => undefined,
  };
  const options = { bound: null, havocRange: null, reductions: false, collectFinals: [] };
  const { stats, incomplete, verdicts } = await exploreExplicit(request, options);
  if (incomplete !== null && incomplete.reason !== 'cut-off') return null;
  const violated = [...verdicts].flatMap(([name, verdict]) => (verdict.kind === 'unsafe' ? [name] : []));
  return { states: stats.states, violated: new Set(violated) };
}

function mentionsAll(system: System): Property {
  const cells = new Cells(system.shared);
  const finite = cells.all().filter((cell) => cells.variable(cell).type.kind !== 'int');
  const reads = [
    ...finite.map((cell) => {
      const { id, shape } = cells.variable(cell);
      return shared(id, shape.kind === 'scalar' ? null : int(cells.indexIn(cell)));
    }),
    ...system.locals.filter(({ type }) => type.kind !== 'int').map(({ id }) => local(id)),
  ];
  const formula = conjunction(reads.map((read) => equal(read, read)));
  return { kind: 'invariant', name: 'all values', formula, span: generatedBy('spin', null) };
}

/** Intervals of values alone may prove these properties, whatever the buffers do. */
const isProven = ({ verdict, properties }: VerifyReport): boolean =>
  verdict === 'safe' && properties.every(({ name }) => ['div', 'bounds', 'range'].includes(name));

function judgementOf({ verdict, reason }: VerifyReport): SpinVerdict {
  if (verdict === 'safe' || verdict === 'unsafe') return verdict;
  return reason === 'overflow' ? 'overflow' : 'unknown';
}

const exportsOwn = new Set(['overflow', 'int32']);

function violatedProperties(made: PromelaExport, spin: SpinResult): ReadonlySet<string> {
  return new Set(made.flags.flatMap(({ flag, property }) => (spin.violated.has(flag) ? [property] : [])));
}

export function spinJudgement(made: PromelaExport, spin: SpinResult): SpinVerdict {
  const violated = violatedProperties(made, spin);
  if ([...violated].some((p) => !exportsOwn.has(p))) return 'unsafe';
  if (!spin.complete || violated.has('int32')) return 'unknown';
  return violated.has('overflow') ? 'overflow' : 'safe';
}

/** A property that one judge finds violated and the other does not; where we know no answer, none is compared. */
function propertyDifferences(report: VerifyReport, violated: ReadonlySet<string>): readonly string[] {
  return report.properties.flatMap(({ name, verdict, reason }) => {
    const open = verdict === 'unknown' && reason !== 'overflow';
    if (open || (verdict === 'unsafe') === violated.has(name)) return [];
    return [`property ${name}: ${verdict}, by Spin ${violated.has(name) ? 'violated' : 'not violated'}`];
  });
}
