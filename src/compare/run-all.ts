import { Children } from './children.js';
import { documentOf } from './run-outcome.js';
import type { PlannedRun } from './run-plan.js';

export interface CompareSettings {
  /** The command line's own main. */
  readonly script: string;
  readonly version: string;
  /** So many processes at a time. */
  readonly jobs: number;
  /** After so many seconds a process is ended that has not stopped by itself; null: never. */
  readonly patience: number | null;
  readonly signal: AbortSignal;
  /** The document of a run that was made before, or null. */
  readonly known: (run: PlannedRun) => object | null;
  /** Hears how many runs are to be made, before the first is. */
  readonly onPlan: (open: number) => void;
  readonly onStart: (run: PlannedRun) => void;
  /** Null: the run was interrupted. */
  readonly onEnd: (run: PlannedRun, document: object | null) => void;
}

export interface FinishedRun {
  readonly run: PlannedRun;
  readonly document: object;
}

/** Each run in a process of its own. What was interrupted, or not begun by then, is missing from the result. */
export async function runAll(
  runs: readonly PlannedRun[],
  settings: CompareSettings,
): Promise<readonly FinishedRun[]> {
  const children = new Children(settings.signal);
  const documents = runs.map(settings.known);
  const open = runs.map((run, index) => ({ run, index })).filter(({ index }) => documents[index] === null);
  settings.onPlan(open.length);
  const worker = async (): Promise<void> => {
    for (let next = open.shift(); next !== undefined && !settings.signal.aborted; next = open.shift()) {
      settings.onStart(next.run);
      const end = await children.run(settings.script, next.run.args, settings.patience);
      const document = documentOf(next.run, end, settings.version);
      documents[next.index] = document;
      settings.onEnd(next.run, document);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(settings.jobs, open.length) }, worker));
  } finally {
    children.close();
  }
  return runs.flatMap((run, index) => {
    const document = documents[index] ?? null;
    return document === null ? [] : [{ run, document }];
  });
}
