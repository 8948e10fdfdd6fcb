import { list, member, number, textOrNull } from './json.js';
import { runMeasured } from './measured-run.js';
import type { SystemExpectation } from './cub-expected.js';

/** One run of `fencepost verify` on a system, in a process of its own. */
export interface SystemRun {
  /** `safe`, `unsafe`, `unknown`, `refused`, or `crash`. */
  readonly verdict: string;
  readonly reason: string | null;
  readonly code: number | null;
  /** Where the first error is, `LINE:COLUMN`; null: there is none with a place. */
  readonly place: string | null;
  /** `t(#1) -> unsafe[1]`; null: there is no trace. */
  readonly path: string | null;
  /** Of the whole process. */
  readonly seconds: number;
  readonly engineSeconds: number;
  readonly nodes: number;
  readonly peakMemoryMB: number;
}

/** A process that does not end by itself in its time is given so long before it is ended. */
const mercySeconds = 30;

export async function runSystem(
  { path, model }: Pick<SystemExpectation, 'path' | 'model'>,
  timeout: number,
  options: readonly string[] = [],
): Promise<SystemRun> {
  const args = ['verify', path, '--model', model, '--json', '--timeout', String(timeout), ...options];
  const { out, err, code, seconds, peakMB } = await runMeasured(args, timeout + mercySeconds);
  return { ...readSystemReport(out, err), code, seconds, peakMemoryMB: peakMB };
}

type Told = Omit<SystemRun, 'code' | 'seconds' | 'peakMemoryMB'>;

/** `document` is what --json prints, `log` what is told on the side. */
export function readSystemReport(document: string, log: string): Told {
  let report: unknown;
  try {
    report = JSON.parse(document);
  } catch {
    return { ...nothing, reason: log.trim().split('\n').at(-1) ?? null };
  }
  const stats = member(report, 'stats');
  const [error] = list(member(report, 'errors'));
  return {
    verdict: textOrNull(report, 'verdict') ?? 'refused',
    reason: textOrNull(report, 'reason'),
    place: error === undefined ? null : placeOf(error),
    path: pathOf(report),
    engineSeconds: number(stats, 'checkSeconds'),
    nodes: number(stats, 'states'),
  };
}

const nothing = { verdict: 'crash', place: null, path: null, engineSeconds: 0, nodes: 0 };

function placeOf(error: unknown): string | null {
  const [line, column] = [numberOr(error, 'line'), numberOr(error, 'column')];
  return line === null || column === null ? null : `${line}:${column}`;
}

function pathOf(report: unknown): string | null {
  const path = entryOf(report, 'path');
  return Array.isArray(path) ? path.join(' -> ') : null;
}

function numberOr(value: unknown, name: string): number | null {
  const found = entryOf(value, name);
  return typeof found === 'number' ? found : null;
}

const entryOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
