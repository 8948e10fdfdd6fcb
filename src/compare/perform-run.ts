import { Children } from './children.js';
import type { ChildEnd, Patience } from './children.js';
import { FileContents, keyOf } from './run-key.js';
import { commandLineOf } from './run-plan.js';
import type { AskedLimits, PlannedRun, RunJob } from './run-plan.js';
import { documentOf, wasKilled } from './run-outcome.js';
import type { RunCost, RunRecord } from './run-record.js';
import { field, numberField } from '../support/json-fields.js';

/** What runs are made with. */
export interface RunTools {
  /** The command line's own main. */
  readonly script: string;
  readonly version: string;
  /** Where the runs are recorded as made by. */
  readonly session: string | null;
  /** Hears of runs that are not made: files have changed since they were planned. */
  readonly warn: (text: string) => void;
}

/** Makes runs here, each in a process of its own. */
export class RunPerformer {
  readonly #children: Children;

  constructor(
    readonly tools: RunTools,
    signal: AbortSignal,
  ) {
    this.#children = new Children(signal);
  }

  /** Null: the run was interrupted, is not wanted any more, or would be another one now. */
  perform(job: RunJob, unwanted: AbortSignal | null = null): Promise<RunRecord | null> {
    return performed(job, this.tools, this.#children, unwanted);
  }

  /** Ends what still runs. */
  close(): void {
    this.#children.close();
  }
}

/**
 * Makes a run. Null: it was interrupted, or is not wanted any more, or its files changed: what was found is about others than
 * its key tells, and whoever asked for the key later would take it for an answer.
 */
export async function performed(
  job: RunJob,
  { script, version, session, warn }: RunTools,
  children: Children,
  unwanted: AbortSignal | null = null,
): Promise<RunRecord | null> {
  const { key, repeat, limits, place, run: asked } = job;
  const make = (): Promise<ChildEnd> =>
    children.run(script, commandLineOf(job), patienceFor(limits), unwanted);
  const isAsPlanned = (): boolean => keyOf(asked, version, new FileContents()) === key;
  if (!isAsPlanned()) return changed(asked, warn);
  const begun = await make();
  // Who is killed from outside once may be killed for others that took the memory, or by mistake.
  const end = wasKilled(begun) ? await make() : begun;
  const document = documentOf(asked, end, version);
  if (document === null) return null;
  if (!isAsPlanned()) return changed(asked, warn);
  return { key, repeat, session, limits, cost: costOf(end, document), asked, place, document };
}

function changed({ file }: PlannedRun, warn: RunTools['warn']): null {
  warn(`${file} has changed since this comparison began: it is left out`);
  return null;
}

/** What a run may need beyond its limits to read, to stop and to print. */
export const patienceFor = ({ timeoutSeconds, memoryMB }: AskedLimits): Patience => ({
  seconds: timeoutSeconds === null ? null : 1.25 * timeoutSeconds + 10,
  memoryMB: memoryMB === null ? null : 1.25 * memoryMB + 500,
});

/** A short run is over before anybody has looked at its memory, but then it has told. */
function costOf({ seconds, cpuSeconds, peakMemoryMB }: ChildEnd, document: object): RunCost {
  const told = numberField(field(document, 'stats'), 'peakMemoryMB') ?? 0;
  const peak = Math.max(told, peakMemoryMB ?? 0);
  return { wallSeconds: seconds, cpuSeconds, peakMemoryMB: peak === 0 ? null : peak };
}
