import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import type { PropertyReport } from '../../../src/ask/report.js';
import { answerOf } from '../abstraction/abstract-agreement.js';
import { askedAbout } from '../asked.js';
import { dualAnswer, isStopped } from './ask-dual.js';
import { said } from './program-agreement.js';

/** Verdicts for buffers of any length against those for buffers of some lengths. */
export interface BoundsTally {
  readonly programs: number;
  /** Properties, by the verdict for any length. */
  readonly safe: number;
  readonly unsafe: number;
  /** Unsafe ones by the shortest buffers that show it; none of those that were tried: `longer`. */
  readonly shown: readonly number[];
  readonly longer: number;
  readonly open: readonly string[];
  readonly complaints: readonly string[];
}

export const noBounds: BoundsTally = {
  ...{ programs: 0, safe: 0, unsafe: 0, longer: 0 },
  ...{ shown: [], open: [], complaints: [] },
};

export const addBounds = (a: BoundsTally, b: BoundsTally): BoundsTally => ({
  programs: a.programs + b.programs,
  safe: a.safe + b.safe,
  unsafe: a.unsafe + b.unsafe,
  shown: [...a.shown, ...b.shown],
  longer: a.longer + b.longer,
  open: [...a.open, ...b.open],
  complaints: [...a.complaints, ...b.complaints],
});

const bounds: readonly number[] = [1, 2, 3, 4];

const seconds = 10;

/** What shorter buffers violate longer ones do, and what is violated has a run (which `verify` has replayed). */
export async function compareBounds(program: Program, model: MemoryModel): Promise<BoundsTally> {
  const properties = program.properties.filter(({ kind }) => kind !== 'ltl' && kind !== 'deadlock');
  const any = await dualAnswer(program, { model, procs: 2, seconds });
  if (any.kind !== 'decided')
    return any.kind === 'bug' ? { ...noBounds, complaints: [any.why] } : { ...noBounds, open: [any.why] };
  const shortest = new Map<string, number>();
  for (const bound of bounds) {
    const asked = { model, engine: 'explicit', procs: 2, bound, timeoutSeconds: seconds } as const;
    const some = await answerOf(askedAbout(program, asked, properties).question);
    if (some.kind !== 'decided') return { ...noBounds, open: [some.why] };
    for (const [name, report] of some.reports)
      if (report.verdict === 'unsafe' && !shortest.has(name)) shortest.set(name, bound);
  }
  const found = [...any.reports].map(([name, report]) => tallyOf(report, shortest.get(name)));
  return found.reduce(addBounds, { ...noBounds, programs: 1 });
}

/** `shown`: the shortest buffers that violate it. */
function tallyOf(report: PropertyReport, shown: number | undefined): BoundsTally {
  if (isStopped(report)) return { ...noBounds, open: [report.reason ?? ''] };
  if (report.verdict === 'unsafe')
    return { ...noBounds, unsafe: 1, ...(shown === undefined ? { longer: 1 } : { shown: [shown] }) };
  const complaint = `${report.name} is ${said(report)}, but unsafe with buffers of ${shown}`;
  return {
    ...noBounds,
    safe: report.verdict === 'safe' ? 1 : 0,
    complaints: shown === undefined ? [] : [complaint],
  };
}
