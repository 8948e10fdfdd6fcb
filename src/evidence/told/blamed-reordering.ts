import { isHidden } from '../../lang/program/shown-values.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import type { RunBlame } from '../../lang/run/trace.js';
import type { Machine } from '../../memory/machine.js';
import { hasBuffers, ordersWrites } from '../../memory/model-questions.js';
import { at } from '../../support/invariant.js';
import { shownCell } from '../describe.js';
import { cycleIn, drained, relationOf } from '../happens-before.js';
import type { Before } from '../happens-before.js';
import { confirm } from '../replay.js';
import { accessesOf, timeOf } from '../accesses-of-run.js';
import type { MadeAccess, MadeStore, RunAccesses } from '../accesses-of-run.js';
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
 * still violates it, the reordering had nothing to do with it or was not the only one, and the next one is looked for in that
 * run. Null: nothing that could be said holds.
 */
export function blamed(run: ViolatingRunOf): RunBlame | null {
  const { machine } = run;
  if (!hasBuffers(machine.model)) return null;
  const original = accessesOf(machine, run.execution);
  if (isUnderSc(run, original)) return underScToo;
  if (original.events.length > mostEvents) return null;
  const looks = Math.max(1, Math.floor(mostLooking / (1 + original.events.length ** 2)));
  const delays: BlamedDelay[] = [];
  let here = untouched(run, original);
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
    const known = inFirst(machine, original, delay, here.origin);
    if (known !== null) delays.push(known);
    if (!goesOn(run, hurried)) return known === null ? null : toldDelays(run, original, delays);
    here = { ...hurried, accesses: accessesOf(machine, hurried.execution) };
  }
  return null;
}

const underScToo: RunBlame = {
  kind: 'sc',
  text: 'no reordering is to blame: the same steps lead to it under SC, too',
};

interface RecordedRun {
  readonly execution: Execution;
  readonly accesses: RunAccesses;
  /** By step, which one of the first run it is; infinite: none. */
  readonly origin: readonly number[];
}

const untouched = ({ execution }: ViolatingRunOf, accesses: RunAccesses): RecordedRun => ({
  ...{ execution, accesses },
  origin: execution.steps.map((_, i) => i),
});

interface Delay {
  readonly write: MadeStore;
  readonly passed: MadeAccess;
  readonly seen: MadeAccess;
}

/** Null: nobody has `seen` it in the first run. */
type BlamedDelay = Omit<Delay, 'seen'> & { readonly seen: MadeAccess | null };

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
function sentEarly(machine: Machine, run: RecordedRun, write: MadeStore, step: number): RecordedRun | null {
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

/** In the terms of the first run; null: it does not hold there, or is about nothing that people look at. */
function inFirst(
  machine: Machine,
  original: RunAccesses,
  { write, passed, seen }: Delay,
  origin: readonly number[],
): BlamedDelay | null {
  const first = sameIn(original, write, origin);
  const later = sameIn(original, passed, origin);
  const other = sameIn(original, seen, origin);
  if (first?.kind !== 'store' || later === null || other === null) return null;
  if (!isShown(machine, first) || !isShown(machine, later)) return null;
  const waits = (access: MadeAccess): boolean =>
    first.step < timeOf(access) && timeOf(access) < first.arrives;
  // A section does not happen at once if its write comes later than its load.
  const isSplit = first.event === later.event && later.kind === 'load' && later.step <= first.step;
  if (!isSplit && !waits(later)) return null;
  return { write: first, passed: later, seen: waits(other) && timeOf(later) < timeOf(other) ? other : null };
}

/** The last of the delays; of the others those without which it, or one of them, would still be enough. */
function toldDelays(
  run: ViolatingRunOf,
  original: RunAccesses,
  delays: readonly BlamedDelay[],
): RunBlame | null {
  const last = delays.at(-1);
  if (last === undefined || goesOn(run, allSentEarly(run, original, delays))) return null;
  let needed = delays;
  for (const delay of delays.slice(0, -1)) {
    const without = needed.filter((other) => other !== delay);
    if (!goesOn(run, allSentEarly(run, original, without))) needed = without;
  }
  const others = needed.slice(0, -1);
  const { machine } = run;
  const also = others.map(({ write }) => `\`${storeText(machine, write)}\` of step ${write.step + 1}`);
  const text = reorderingTold(machine, last);
  return {
    kind: 'reordering',
    text: also.length === 0 ? text : `${text}; that ${also.join(' or ')} waited would have been enough, too`,
    ...placesOf(last),
    seen: last.seen === null ? null : timeOf(last.seen),
    or: others.map(placesOf),
  };
}

const placesOf = ({ write, passed }: BlamedDelay): { readonly write: number; readonly passed: number } => ({
  write: write.step,
  passed: timeOf(passed),
});

/** Each write goes to memory before what has overtaken it; null: that is no run. */
function allSentEarly(
  run: ViolatingRunOf,
  original: RunAccesses,
  delays: readonly BlamedDelay[],
): RecordedRun | null {
  const { machine } = run;
  let here = untouched(run, original);
  // From the end on: what comes before a change keeps its place.
  for (const { write, passed } of delays.toSorted((a, b) => timeOf(b.passed) - timeOf(a.passed))) {
    const accesses = accessesOf(machine, here.execution);
    const same = accesses.steps[write.step]?.stores.find(({ cell }) => cell === write.cell);
    const sent = same === undefined ? null : sentEarly(machine, { ...here, accesses }, same, timeOf(passed));
    if (sent === null) return null;
    here = sent;
  }
  return here;
}

/** Whether a run is one that still violates the property. */
const goesOn = ({ machine, property }: ViolatingRunOf, changed: RecordedRun | null): boolean =>
  changed !== null && confirm(machine, changed.execution, property).kind === 'accepted';

/** The access of the first run that this one is. */
function sameIn(original: RunAccesses, access: MadeAccess, origin: readonly number[]): MadeAccess | null {
  const taken = original.steps[at(origin, access.step)];
  const all: readonly MadeAccess[] = access.kind === 'store' ? (taken?.stores ?? []) : (taken?.loads ?? []);
  return all.find(({ cell }) => cell === access.cell) ?? null;
}

function reorderingTold(machine: Machine, { write, passed, seen }: BlamedDelay): string {
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
function waitingBlame(run: ViolatingRunOf, here: RecordedRun, original: RunAccesses): RunBlame | null {
  const { machine } = run;
  const waiting = here.accesses.waiting.flat().toSorted((a, b) => a.step - b.step);
  for (const write of waiting) {
    const sent = sentEarly(machine, here, write, here.execution.steps.length);
    if (sent === null || goesOn(run, sent)) continue;
    const first = sameIn(original, write, here.origin);
    if (first?.kind !== 'store' || first.arrives !== Infinity || !isShown(machine, first)) continue;
    if (goesOn(run, sentEarly(machine, untouched(run, original), first, run.execution.steps.length)))
      continue;
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
