import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { DveAssignment, DveExpr, DvePlace, Sync, DveTransition } from '../dve-ast.js';
import { all, assign, binary, cell, name, not, number } from '../make.js';
import type { ProcessTable } from '../name-table.js';
import type { DveBuffer, BufferLayout, ProcessBuffers } from './buffer-layout.js';
import { indexOf, isBuffered, locations } from './buffer-layout.js';
import { BufferedReader } from './reads.js';
import type { ReadCase } from './reads.js';
import { beginning, given } from './state.js';
import type { RewriteProgress } from './state.js';
import { assignedTo, bufferedWrite, isWrittenAgain } from './writes.js';

/** A transition in one case of where its reads find their values. */
interface TransitionCase {
  readonly progress: RewriteProgress;
  readonly guards: readonly DveExpr[];
  readonly sync: Sync | null;
  readonly effects: readonly DveAssignment[];
  /** Conditions that buffered writes find room, and how many writes there are. */
  readonly room: readonly DveExpr[];
  readonly writes: number;
}

/** What a transition becomes under store buffers (paper 004, section III): one transition for each case that can be. */
export class TransitionRewriter {
  readonly #reader: BufferedReader;
  readonly #hasAtomic: boolean;

  constructor(
    private readonly layout: BufferLayout,
    private readonly own: ProcessTable,
    private readonly buffers: ProcessBuffers,
    private readonly transition: DveTransition,
    /** As in `q0->q1`. */
    private readonly title: string,
  ) {
    this.#hasAtomic = targetsOf(transition).some((target) => this.#isAtomic(target));
    this.#reader = new BufferedReader(layout, own, buffers, this.#hasAtomic);
  }

  rewritten(): readonly DveTransition[] {
    const { guards, sync, effects, span } = this.transition;
    let cases: readonly TransitionCase[] = this.#reader
      .several(guards, beginning, span)
      .map(({ progress, ways }) => ({
        ...{ progress, guards: ways.map(({ text }) => text), sync: null },
        ...{ effects: [], room: [], writes: 0 },
      }));
    const targets = effects.map(({ target }) => target);
    if (sync !== null) cases = cases.flatMap((c) => this.#synchronised(c, sync, targets));
    for (const [i, effect] of effects.entries())
      cases = cases.flatMap((c) => this.#assigned(c, effect, targets.slice(i + 1)));
    return cases.flatMap((c) => this.#finished(c));
  }

  #synchronised(before: TransitionCase, sync: Sync, later: readonly DvePlace[]): readonly TransitionCase[] {
    if (sync.kind === 'send') {
      return this.#reader.several(sync.values, before.progress, sync.span).map(({ progress, ways }) => ({
        ...before,
        progress,
        sync: { ...sync, values: ways.map(({ text }) => text) },
      }));
    }
    let cases: readonly { readonly so: TransitionCase; readonly targets: readonly DvePlace[] }[] = [
      { so: before, targets: [] },
    ];
    for (const [i, target] of sync.targets.entries()) {
      const behind = [...sync.targets.slice(i + 1), ...later];
      cases = cases.flatMap(({ so, targets }) =>
        this.#placed(so, target, null, behind).map((to) => ({
          so: to.after,
          targets: [...targets, to.target],
        })),
      );
    }
    return cases.map(({ so, targets }) => ({ ...so, sync: { ...sync, targets } }));
  }

  #assigned(
    before: TransitionCase,
    { target, value }: DveAssignment,
    later: readonly DvePlace[],
  ): readonly TransitionCase[] {
    return this.#reader.ways(value, before.progress).flatMap((way) =>
      this.#placed({ ...before, progress: way.progress }, target, way, later).map(
        ({ after, target: place, more }) => ({
          ...after,
          effects: [...after.effects, assign(place, way.text), ...more],
        }),
      ),
    );
  }

  /** Where a value goes, and what else is to be done then; `more` of a received value comes first in the effects. */
  #placed(
    before: TransitionCase,
    target: DvePlace,
    value: ReadCase | null,
    later: readonly DvePlace[],
  ): readonly {
    readonly after: TransitionCase;
    readonly target: DvePlace;
    readonly more: readonly DveAssignment[];
  }[] {
    const indices: readonly (ReadCase | null)[] =
      target.kind === 'name' ? [null] : this.#reader.ways(target.index, before.progress);
    return indices.flatMap((index) => {
      const now = index?.progress ?? before.progress;
      const settled = (progress: RewriteProgress): RewriteProgress =>
        assignedTo(this.#reader, progress, target, value?.before ?? null);
      const buffer = this.#bufferOf(target);
      if (buffer === null || this.#isAtomic(target)) {
        const place = index === null ? target : cell(target.name.text, index.text);
        return [{ after: { ...before, progress: settled(now) }, target: place, more: [] }];
      }
      const isLast = !isWrittenAgain(target, later, (e) => this.#reader.constant(e));
      const write = bufferedWrite(this.#reader, buffer, this.buffers.queue, target, index, now, isLast);
      const after = this.#withRoom({ ...before, progress: settled(write.progress) }, write.room);
      if (after === null) return [];
      const received = value === null ? { ...after, effects: [...after.effects, ...write.effects] } : after;
      return [{ after: received, target: write.target, more: value === null ? [] : write.effects }];
    });
  }

  #withRoom(before: TransitionCase, room: DveExpr | null): TransitionCase | null {
    if (room === null) return before;
    const after = { ...before, writes: before.writes + 1 };
    // With all own buffers empty there is room for one, and overflows are told apart in the end.
    if (this.#hasAtomic && this.layout.overflow === null) return after;
    const waits = this.layout.overflow === null;
    const progress = waits ? given(before.progress, room) : before.progress;
    return progress === null ? null : { ...after, progress, room: [...before.room, room] };
  }

  #finished({ progress, guards, sync, effects, room, writes }: TransitionCase): readonly DveTransition[] {
    const { from, to, span } = this.transition;
    const waits = this.layout.overflow === null;
    const known = progress.conditions.filter((c) => !waits || !room.includes(c));
    const base = [...known, ...guards, ...(this.#hasAtomic ? this.#drained() : [])];
    const made = { from, to, sync, effects, span };
    if (waits)
      return [{ ...made, guards: joined([...base, ...progress.conditions.filter((c) => room.includes(c))]) }];
    if (writes === 0) return [{ ...made, guards: joined(base) }];
    if (sync !== null) {
      unsupported(
        'a transition that synchronises and writes memory cannot tell that a buffer is full',
        span,
        'take tsoN, whose writes wait for room',
      );
    }
    const fits = this.#fits(room, writes);
    const flag = name(this.layout.overflow?.flag ?? '');
    const lost = { from, to: from, sync: null, effects: [assign(flag, number(1))], span };
    // A guard may say already whether there is room.
    const never = fits === null || room.some((c) => given(progress, c) === null);
    const always = room.every((c) => progress.conditions.includes(c)) && this.buffers.queue === null;
    return [
      ...(never ? [] : [{ ...made, guards: joined(always ? base : [...base, fits]) }]),
      ...(always ? [] : [{ ...lost, guards: joined(never ? base : [...base, not(fits)]) }]),
    ];
  }

  /** Null: so many writes never fit. */
  #fits(room: readonly DveExpr[], writes: number): DveExpr | null {
    const { queue } = this.buffers;
    if (queue === null) return all(room);
    const most = this.layout.entries - writes;
    if (most < 0) return null;
    const { head, tail, size } = queue;
    const used = binary('%', binary('-', binary('+', name(tail), number(size)), name(head)), number(size));
    return binary('<=', used, number(most));
  }

  /** Rule 3: an atomic write waits until the buffers of all processes are empty, or (section V) those of its own. */
  #drained(): readonly DveExpr[] {
    const { spec, entries, processes } = this.layout;
    const watched = spec.atomicWaits === 'all' ? [...processes.values()] : [this.buffers];
    return watched
      .flatMap(({ buffers }) => [...buffers.values()])
      .flatMap((buffer) =>
        locations(buffer).map((place) => not(isBuffered(buffer, indexOf(place), entries))),
      );
  }

  #bufferOf({ name: { text } }: DvePlace): DveBuffer | null {
    return this.own.locals.has(text) ? null : (this.buffers.buffers.get(text) ?? null);
  }

  #isAtomic(target: DvePlace): boolean {
    const { process } = this.own;
    return (
      this.#bufferOf(target) !== null &&
      this.layout.spec.isAtomic(process.name.text, this.title, target.name.text)
    );
  }
}

const targetsOf = ({ sync, effects }: DveTransition): readonly DvePlace[] => [
  ...(sync?.kind === 'receive' ? sync.targets : []),
  ...effects.map(({ target }) => target),
];

/** One guard, so that what comes first decides whether the rest is looked at. */
const joined = (conditions: readonly DveExpr[]): readonly DveExpr[] =>
  conditions.length === 0 ? [] : [all(conditions)];
