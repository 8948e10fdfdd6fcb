import type { Snapshot, TraceStep, Value } from '../lang/run/trace.js';

/** The text that does it, with what the columns of the state do not tell: what is read, tested, or fails. */
export function toldAction(step: TraceStep): string {
  const reads = step.reads ?? [];
  const text = actionText(step);
  return reads.length === 0
    ? text
    : `${text} (${reads.map(({ name, value }) => `${name}=${value}`).join(', ')})`;
}

function actionText({ source, action }: TraceStep): string {
  if (source === undefined) return action;
  if (source.startsWith('assert') && action.startsWith('assert '))
    return action.endsWith(' FAILS') ? `${source} FAILS` : source;
  const isInColumns = /^(?:store [^;]*|skip|(?!load |test |lock)[^;]* = [^;]*)$/.test(action);
  if (isInColumns) return source;
  // What one instruction does is seen to be one by its one row.
  return `${source}: ${action.replaceAll(/\block; | \(locked\)/g, '')}`;
}

/** `x=1 y=0` for the cells of main memory that differ. */
export function memoryChanges(before: Snapshot, after: Snapshot): string {
  return changed(before.memory, after.memory).map(assignment).join(' ');
}

/** The locals that differ, under their own name where the moving thread is meant; without what the action tells. */
export function localChanges(before: Snapshot, step: TraceStep): string {
  const own = `${step.thread}.`;
  return changed(before.locals, step.after.locals)
    .map(([name, value]): [string, Value] => [name.startsWith(own) ? name.slice(own.length) : name, value])
    .filter(([name, value]) => !told(step.action, name, value))
    .map(assignment)
    .join(' ');
}

/** `P: x=1 y=2` for each thread whose buffer differs, oldest entry first; who buffers nothing may be absent. */
export function bufferChanges(before: Snapshot, after: Snapshot): string {
  return [...new Set([...before.buffers.keys(), ...after.buffers.keys()])]
    .map((thread) => ({
      thread,
      old: before.buffers.get(thread) ?? [],
      now: after.buffers.get(thread) ?? [],
    }))
    .filter(({ old, now }) => !sameEntries(old, now))
    .map(({ thread, now }) => `${thread}: ${now.length === 0 ? 'empty' : now.join(' ')}`)
    .join('; ');
}

/** Main memory, buffers that hold something, and who is where. */
export function stateText(state: Snapshot): string {
  const buffers = [...state.buffers]
    .filter(([, entries]) => entries.length > 0)
    .map(([thread, entries]) => `${thread} buffers ${entries.join(' ')}`);
  const places = [...state.places]
    .filter(([, labels]) => labels.length > 0)
    .map(([thread, labels]) =>
      labels.includes('(end)') ? `${thread} ended` : `${thread} at ${labels.join(', ')}`,
    );
  const memory = [...state.memory].map(assignment).join(' ');
  return [memory, ...buffers, ...places].filter((part) => part !== '').join('; ');
}

function changed(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): readonly [string, Value][] {
  return [...after].filter(([name, value]) => before.get(name) !== value);
}

/** `load r = x (3)` and `r = 3` say already that r is 3 now. */
function told(action: string, name: string, value: Value): boolean {
  return action
    .split('; ')
    .map((part) => part.slice(Math.max(0, part.indexOf(`${name} = `))))
    .some(
      (part) =>
        part === `${name} = ${value}` || (part.startsWith(`${name} = `) && part.endsWith(` (${value})`)),
    );
}

function sameEntries(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((entry, i) => entry === b[i]);
}

const assignment = ([name, value]: readonly [string, Value]): string => `${name}=${value}`;
