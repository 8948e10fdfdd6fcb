import { axisNames, nothingAsked } from './asked-way.js';
import type { AskedWay } from './asked-way.js';
import { killed } from './run-outcome.js';
import { field, listField, numberField, textField } from '../support/json-fields.js';
import type { AskedLimits, PlannedRun, RunJob } from './run-plan.js';

/** What a run took, with all processes that it made. Null: this system does not tell. */
export interface RunCost {
  readonly wallSeconds: number;
  readonly cpuSeconds: number | null;
  readonly peakMemoryMB: number | null;
}

/** A run that was made: one line of a recording. */
export interface RunRecord {
  readonly key: string;
  readonly repeat: number;
  /** Who made it: the id of a session in the same recording; null: nobody knows. */
  readonly session: string | null;
  readonly limits: AskedLimits;
  readonly cost: RunCost | null;
  /** What was asked, and its place in the plan; null: an earlier version has recorded it. */
  readonly asked: PlannedRun | null;
  readonly place: number | null;
  /** What verify printed. */
  readonly document: object;
}

/** Where and how some runs were made: a line of a recording, written before any of them. */
export interface SessionRecord {
  readonly id: string;
  readonly version: string;
  /** When it began, as ISO 8601. */
  readonly began: string;
  readonly host: HostRecord;
  /** The command line of the comparison, without the program. */
  readonly words: readonly string[];
  /** So many runs at a time. */
  readonly jobs: number;
  /** How many runs the plan has, those of all shards; null: nobody knows. */
  readonly planned: number | null;
}

export interface HostRecord {
  readonly name: string;
  readonly system: string;
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryMB: number;
}

export type RecordLine =
  | { readonly kind: 'run'; readonly record: RunRecord }
  | { readonly kind: 'session'; readonly session: SessionRecord };

export function lineOf(line: RecordLine): string {
  if (line.kind === 'session') return JSON.stringify({ schema: 1, session: line.session });
  const { document, ...rest } = line.record;
  return JSON.stringify({ schema: 1, ...rest, run: document });
}

/** Null: it is no line of a recording. Of what earlier versions wrote the limits are not known: there were none. */
export function readLine(value: unknown): RecordLine | null {
  const session = sessionIn(field(value, 'session'));
  if (session !== null) return { kind: 'session', session };
  const [key, document] = [textField(value, 'key'), field(value, 'run')];
  if (key === null || typeof document !== 'object' || document === null) return null;
  const limits = field(value, 'limits');
  return {
    kind: 'run',
    record: {
      key,
      repeat: numberField(value, 'repeat') ?? 0,
      session: textField(value, 'session'),
      limits: {
        timeoutSeconds: numberField(limits, 'timeoutSeconds'),
        memoryMB: numberField(limits, 'memoryMB'),
      },
      cost: costIn(field(value, 'cost')),
      asked: readAsked(field(value, 'asked')),
      place: numberField(value, 'place'),
      document,
    },
  };
}

/** A question, as plain data has it. Null: it is none. */
export function readAsked(value: unknown): PlannedRun | null {
  const [file, model] = [textField(value, 'file'), textField(value, 'model')];
  if (file === null || model === null) return null;
  const words = listField(value, 'words').filter((word) => typeof word === 'string');
  const told = field(value, 'way');
  const named = Object.fromEntries(axisNames.map((axis) => [axis, textField(told, axis)]));
  const way: AskedWay = { ...nothingAsked, ...named };
  return { ...{ file, model, way, words }, part: textField(value, 'part') };
}

function costIn(value: unknown): RunCost | null {
  const wallSeconds = numberField(value, 'wallSeconds');
  if (wallSeconds === null) return null;
  return {
    wallSeconds,
    cpuSeconds: numberField(value, 'cpuSeconds'),
    peakMemoryMB: numberField(value, 'peakMemoryMB'),
  };
}

function sessionIn(value: unknown): SessionRecord | null {
  const [id, version, began] = ['id', 'version', 'began'].map((name) => textField(value, name));
  if (typeof id !== 'string' || typeof version !== 'string' || typeof began !== 'string') return null;
  const host = field(value, 'host');
  const told = field(value, 'words');
  const text = (name: string): string => textField(host, name) ?? '';
  return {
    ...{ id, version, began },
    host: {
      name: text('name'),
      system: text('system'),
      node: text('node'),
      processor: text('processor'),
      cores: numberField(host, 'cores') ?? 0,
      memoryMB: numberField(host, 'memoryMB') ?? 0,
    },
    words: Array.isArray(told) ? told.filter((word) => typeof word === 'string') : [],
    jobs: numberField(value, 'jobs') ?? 1,
    planned: numberField(value, 'planned'),
  };
}

/**
 * Whether a run need not be made again: what is solved stays, whatever the limits are now; what a bug of ours ended is never
 * kept, nor what somebody killed; what was left open is kept where the limits are not larger than they were.
 */
export function stillHolds({ document, limits }: RunRecord, now: AskedLimits): boolean {
  const [verdict, reason] = [textField(document, 'verdict'), textField(document, 'reason')];
  if (reason === 'bug' || listField(document, 'limitations').includes(killed)) return false;
  if (verdict !== 'unknown') return true;
  return isWithinLimits(now, limits);
}

/** Whether limits are not larger than others were. */
export const isWithinLimits = (now: AskedLimits, before: AskedLimits): boolean =>
  isWithin(now.timeoutSeconds, before.timeoutSeconds) && isWithin(now.memoryMB, before.memoryMB);

const isWithin = (now: number | null, before: number | null): boolean =>
  before === null || (now !== null && now <= before);

/** A job, and what came of it. */
export interface FinishedRun {
  readonly job: RunJob;
  readonly record: RunRecord;
}
