import { isHidden } from '../../lang/program/shown-values.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import type { Blame } from '../../lang/run/trace.js';
import type { Machine } from '../../memory/machine.js';
import { hasBuffers, ordersWrites } from '../../memory/model-questions.js';
import { at } from '../../support/invariant.js';
import { shownCell } from '../describe.js';
import { cycleIn, drained, relationOf } from '../happens-before.js';
import type { Before } from '../happens-before.js';
import { confirm } from '../replay.js';
import { accessesOf, timeOf } from '../run-accesses.js';
import type { MadeAccess, MadeStore, RunAccesses } from '../run-accesses.js';
import { isUnderSc } from './run-under-sc.js';
import type { ViolatingRunOf } from './run-under-sc.js';

/** Shortest cycles take time that grows with the square of the number of events. */
const mostEvents = 1500;
const mostLooking = 20_000_000;

/**
 * The reordering without which a run would not violate the property. If its happens-before relation has no cycle, there is a
 * run under SC with the same steps. Else the accesses of a cycle in which threads come to one another have times at which they
 * take effect, and of the last access that leads from one thread (`seen`) to a write of another one (`write`) that thread has
 * gone on from there to an access (`passed`) that took effect earlier: times cannot grow all around a cycle. So the write was
 * overtaken by what its own thread did later, and whoever came to `seen` met the memory of before the write.
 *
 * It is to blame if the run with the write sent to memory before it was overtaken is none, or violates nothing. Where that
 * still violates it, the reordering had nothing to do with it, and the next one is looked for in that run. Null: nothing that
 * could be said holds.
 */
export function blamed(run: ViolatingRunOf): Blame | null {
  const { machine, execution, property } = run;
  if (!hasBuffers(machine.model)) return null;
  const original = accessesOf(machine, execution);
  if (isUnderSc(run, original)) return underScToo;
  if (original.events.length > mostEvents) return null;
  const looks = Math.max(1, Math.floor(mostLooking / (1 + original.events.length ** 2)));
  let here: TimedRun = { execution, accesses: original, origin: execution.steps.map((_, i) => i) };
  for (let i = 0; i < looks; i++) {
    const delay = delayIn(here.accesses);
    if (delay === null)
      return i > 0 && isUnderSc({ ...run, execution: here.execution }, here.accesses)
        ? underScToo
        : waitingBlame(run, here, original);
    const hurried = sentEarly(
      machine,
      here,
      delay.write,
      Math.min(here.execution.steps.length, timeOf(delay.passed)),
    );
    if (hurried === null) return null;
    if (confirm(machine, hurried.execution, property).kind !== 'accepted')
      return toldDelay(machine, original, delay, here.origin);
    here = { ...hurried, accesses: accessesOf(machine, hurried.execution) };
  }
  return null;
}

const underScToo: Blame = {
  kind: 'sc',
  text: 'no reordering is to blame: the same steps lead to it under SC, too',
};

interface TimedRun {
  readonly execution: Execution;
  readonly accesses: RunAccesses;
  /** By step, which one of the first run it is; infinite: none. */
  readonly origin: readonly number[];
}

interface Delay {
  readonly write: MadeStore;
  readonly passed: MadeAccess;
  readonly seen: MadeAccess;
}

function delayIn(accesses: RunAccesses): Delay | null {
  // Which of two writes that wait to the end comes first may not matter; if it does, it is taken to be so as in `drained`.
  const cycle = cycleIn(relationOf(accesses)) ?? cycleIn(relationOf(drained(accesses)));
  if (cycle === null) return null;
  const crossings = cycle.flatMap(({ by, from, to }: Before) =>
    by !== null && from.thread !== to.thread ? [by] : [],
  );
  let best: Delay | null = null;
  for (const [i, { from: seen, to: write }] of crossings.entries()) {
    const passed = at(crossings, (i + 1) % crossings.length).from;
    if (write.kind !== 'store' || timeOf(seen) < timeOf(best?.seen ?? seen)) continue;
    if (timeOf(passed) < timeOf(seen)) best = { write, passed, seen };
  }
  return best;
}

/** The same steps, but the write and those before it that have to go first reach memory before the step; null: they cannot. */
function sentEarly(machine: Machine, run: TimedRun, write: MadeStore, step: number): TimedRun | null {
  const { accesses, execution } = run;
  const own = [...accesses.memory.values(), ...accesses.waiting]
    .flat()
    .filter((s) => s.event.thread === write.event.thread && s.step <= write.step)
    .toSorted((a, b) => a.step - b.step);
  const from = Math.max(step, write.step + 1);
  const waiting = own.filter((s) => s.arrives >= from && s.step < from);
  const sameCell = waiting.filter((s) => s.cell === write.cell);
  // Where stores to other cells need not go first, they may have to: for a marker.
  const tries = ordersWrites(machine.model) ? [waiting] : [sameCell, waiting];
  for (const leaving of tries) {
    const early = leaving.map((s) => ({
      step: { kind: 'flush', thread: write.event.thread, cell: s.cell } as const,
      origin: at([...run.origin, Infinity], Math.min(s.arrives, run.origin.length)),
    }));
    const isEarly = (i: number): boolean => leaving.some((s) => s.arrives === i);
    const kept = execution.steps.map((each, i) => ({ step: each, origin: at(run.origin, i) }));
    const steps = [
      ...kept.slice(0, from),
      ...early,
      ...kept.slice(from).filter((_, i) => !isEarly(from + i)),
    ];
    const sent = { ...execution, steps: steps.map((each): Step => each.step) };
    if (!goesAsFarAs(machine, sent, from + early.length)) continue;
    return { execution: sent, accesses, origin: steps.map((each) => each.origin) };
  }
  return null;
}

const goesAsFarAs = (machine: Machine, { initial, steps }: Execution, length: number): boolean =>
  confirm(machine, { initial, steps: steps.slice(0, length) }, null).kind === 'accepted';

/** In the terms of the first run, as far as it holds there. */
function toldDelay(
  machine: Machine,
  original: RunAccesses,
  { write, passed, seen }: Delay,
  origin: readonly number[],
): Blame | null {
  const before = { write: sameIn(original, write, origin), passed: sameIn(original, passed, origin) };
  const other = sameIn(original, seen, origin);
  if (before.write?.kind !== 'store' || before.passed === null || other === null) return null;
  const [first, later] = [before.write, before.passed];
  const waits = (access: MadeAccess): boolean =>
    first.step < timeOf(access) && timeOf(access) < first.arrives;
  const isOneSection = first.event === later.event;
  if (!isOneSection && !waits(later)) return null;
  const told = waits(other) ? other : null;
  const places = { write: first.step, passed: timeOf(later), seen: told === null ? null : timeOf(told) };
  const text = reorderingTold(machine, { write: first, passed: later, seen: told });
  return isShown(machine, first) && isShown(machine, later) ? { kind: 'reordering', text, ...places } : null;
}

/** The access of the first run that this one is. */
function sameIn(original: RunAccesses, access: MadeAccess, origin: readonly number[]): MadeAccess | null {
  const taken = original.steps[at(origin, access.step)];
  const all: readonly MadeAccess[] = access.kind === 'store' ? (taken?.stores ?? []) : (taken?.loads ?? []);
  return all.find(({ cell }) => cell === access.cell) ?? null;
}

function reorderingTold(
  machine: Machine,
  delay: Delay | (Omit<Delay, 'seen'> & { readonly seen: null }),
): string {
  const { write, passed, seen } = delay;
  const [own, name] = [threadOf(machine, write), machine.cells.nameOf(passed.cell)];
  const waited = `\`${storeText(machine, write)}\` of step ${write.step + 1} was still waiting in its buffer`;
  const inSection = write.event === passed.event ? ', in the same atomic section' : '';
  const went =
    passed.kind === 'load'
      ? `read ${name} at step ${passed.step + 1}${inSection}`
      : `brought its later write \`${storeText(machine, passed)}\` to memory at step ${timeOf(passed) + 1}`;
  if (seen === null) return `${own} ${went} while its write ${waited}`;
  const saw =
    seen.kind === 'load'
      ? `read ${machine.cells.nameOf(seen.cell)} (${String(shownCell(machine, seen.cell, seen.value))}) at step ${seen.step + 1}`
      : `wrote \`${storeText(machine, seen)}\` to memory at step ${timeOf(seen) + 1}`;
  return `${threadOf(machine, seen)} ${saw} while ${own}'s write ${waited}, though ${own} had already ${went}`;
}

/** Where no order was broken, but a state is looked at in which a write waits. */
function waitingBlame(run: ViolatingRunOf, here: TimedRun, original: RunAccesses): Blame | null {
  const { machine, property } = run;
  const waiting = here.accesses.waiting.flat().toSorted((a, b) => a.step - b.step);
  for (const write of waiting) {
    const sent = sentEarly(machine, here, write, here.execution.steps.length);
    if (sent === null || confirm(machine, sent.execution, property).kind === 'accepted') continue;
    const first = sameIn(original, write, here.origin);
    if (first?.kind !== 'store' || first.arrives !== Infinity || !isShown(machine, first)) continue;
    const who = threadOf(machine, first);
    const text = `${who}'s write \`${storeText(machine, first)}\` of step ${first.step + 1} is still waiting in its buffer`;
    return { kind: 'waiting', text, write: first.step };
  }
  return null;
}

const storeText = (machine: Machine, { cell, value }: MadeStore): string =>
  `${machine.cells.nameOf(cell)} = ${String(shownCell(machine, cell, value))}`;

const threadOf = (machine: Machine, { event }: MadeAccess): string => machine.thread(event.thread).name;

const isShown = ({ cells }: Machine, { cell }: MadeAccess): boolean =>
  !isHidden(cells.variable(cell), cells.indexIn(cell));
