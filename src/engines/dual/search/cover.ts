import { at } from '../../../support/invariant.js';
import type { Limits, ProgressListener, Stop } from '../../../search/limits.js';
import { Pacer, worked } from '../../../search/pacer.js';
import { outOfTime } from '../../../search/limits.js';
import type { Beginning, DualProgram, GlobalTarget } from '../dual-program.js';
import type { MemorySet } from './boxes.js';
import { ConfigAncestry } from './chain.js';
import type { FoundConfig, ConfigOrigin } from './chain.js';
import { Frontier } from './frontier.js';
import type { ConfigId } from './minor-set.js';
import type { DualRun } from './run.js';
import { Space } from './space.js';
import type { MemoryStep } from './undo-step.js';
import type { ConfigDraft } from './undo.js';
import { emptyWord, isOwn } from './words.js';

export interface CoverStats {
  /** Configurations that were made and compared with those kept. */
  readonly generated: number;
  /** Those that are smallest at the end. */
  readonly kept: number;
  /** The most that were smallest at one time. */
  readonly peak: number;
  readonly comparisons: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** With `configurations`: stop when so many were made. */
export type CoverLimits = Limits & { readonly configurations?: number };

export type Coverability =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'reachable'; readonly run: DualRun }
  | { readonly kind: 'stopped'; readonly stop: Stop };

export interface Covered {
  readonly answer: Coverability;
  readonly stats: CoverStats;
}

const expandBetweenPauses = 64;
const targetsBetweenPauses = 1000;
const madeBetweenLooks = 1000;

/**
 * Whether one of the targets can be reached under TSO with unbounded buffers: paper 002, sections 4 and 6, backward from
 * the targets until nothing smaller is found. Short buffers first: what is small subsumes much.
 */
export async function cover(
  program: DualProgram,
  targets: readonly GlobalTarget[],
  limits: CoverLimits,
  progress: ProgressListener = () => undefined,
): Promise<Covered> {
  const report = (states: number, frontier: number, seconds: number): void =>
    progress({ phase: 'backward', states, frontier, seconds });
  let search: CoverSearch | null = null;
  const pacer = new Pacer(limits, (seconds) => report(search?.kept ?? 0, search?.waiting ?? 0, seconds));
  const space = await worked(Space.of(program), () => pacer.pause());
  if (!(space instanceof Space))
    return { answer: { kind: 'stopped', stop: space }, stats: noStats(pacer.seconds) };
  search = new CoverSearch(space, targets, limits, pacer);
  return search.run();
}

const noStats = (seconds: number): CoverStats => ({
  ...{ generated: 0, kept: 0, peak: 0, comparisons: 0, bytes: 0 },
  seconds,
});

class CoverSearch {
  readonly #chain: ConfigAncestry;
  readonly #frontier = new Frontier();
  readonly #mostBytes: number;
  #generated = 0;
  /** Whether it is known what undoing a step of a new process leaves. */
  #newcomersKnown = false;
  #found: FoundConfig | null = null;
  /** Steps of one configuration are undone without a pause, which may take long, too. */
  #late: Stop | null = null;

  constructor(
    private readonly space: Space,
    private readonly targets: readonly GlobalTarget[],
    private readonly limits: CoverLimits,
    private readonly pacer: Pacer,
  ) {
    this.#chain = new ConfigAncestry(space);
    this.#mostBytes = limits.memoryMB === null ? Infinity : limits.memoryMB * 2 ** 20;
  }

  get kept(): number {
    return this.space.set.kept;
  }

  get waiting(): number {
    return this.#frontier.count;
  }

  async run(): Promise<Covered> {
    const stop = await this.#search();
    const { kept, peak, comparisons } = this.space.set;
    const [generated, bytes, { seconds }] = [this.#generated, this.#bytes(), this.pacer];
    return { answer: this.#answer(stop), stats: { generated, kept, peak, comparisons, seconds, bytes } };
  }

  #answer(stop: Stop | null): Coverability {
    if (this.#found !== null) return { kind: 'reachable', run: this.#chain.runFrom(this.#found) };
    return stop === null ? { kind: 'unreachable' } : { kind: 'stopped', stop };
  }

  #bytes(): number {
    return this.space.bytes + this.#frontier.bytes + this.#chain.bytes;
  }

  /** Until something is found, or nothing is left; null then. */
  async #search(): Promise<Stop | null> {
    for (const target of this.targets) {
      const stop = (await this.#worked(this.#addTarget(target))) ?? (await this.#pause());
      if (stop !== null || this.#found !== null) return stop;
    }
    for (let n = 1; ; n++) {
      const id = this.#next();
      if (id === -1) return null;
      const late = await this.#worked(this.#prepare(id));
      if (late !== null) return late;
      this.#expand(id);
      if (this.#found !== null || this.#late !== null) return this.#late;
      const stop = n % expandBetweenPauses === 0 ? await this.#pause() : null;
      if (stop !== null) return stop;
    }
  }

  async #pause(): Promise<Stop | null> {
    return this.#lateness() ?? (await this.pacer.pause());
  }

  #lateness(): Stop | null {
    const { deadline, configurations = Infinity } = this.limits;
    if (this.#generated >= configurations) return { reason: 'memory', why: 'enough was tried' };
    if (this.#bytes() > this.#mostBytes) return { reason: 'memory', why: 'the memory limit is reached' };
    return deadline !== null && performance.now() >= deadline ? outOfTime : null;
  }

  /** Does work that has pauses. */
  async #worked(work: Generator<undefined, undefined>): Promise<Stop | null> {
    return (await worked(work, () => this.#pause())) ?? null;
  }

  /** The next configuration that is still one of the smallest; -1 if there is none. */
  #next(): ConfigId {
    const { set } = this.space;
    for (;;) {
      const id = this.#frontier.take();
      if (id === -1) return -1;
      if (!set.isAlive(id)) continue;
      if (!set.isCovered(id)) return id;
      set.remove(id);
    }
  }

  *#addTarget(target: GlobalTarget): Generator<undefined, undefined> {
    const { boxes, program, reads, undoing } = this.space;
    const { processes, memory } = target;
    const { row: known, cells } = boxes.exactly(memory);
    if (!cells.every((cell) => boxes.isOpen(known, cell))) return;
    const tooMany = program.kinds.some(
      ({ count }, k) => count !== null && processes.filter((p) => p.kind === k).length > count,
    );
    if (tooMany) return;
    for (const { kind, states } of processes) {
      for (const state of states) yield* reads.work(kind, state, emptyWord);
    }
    const choices = processes.map(({ kind, states }) =>
      states.flatMap((state) => reads.undo(kind, state, emptyWord).map((local) => ({ state, local }))),
    );
    let made = 0;
    for (const chosen of combinations(target, choices)) {
      const locals = chosen.map((end) => end.local);
      const ends = chosen.map((end) => end.state);
      const draft = undoing.settle(known, locals);
      if (draft !== null) this.#add(draft, { kind: 'target', draft, ends, target });
      if (this.#found !== null) return;
      if (++made % targetsBetweenPauses === 0) yield undefined;
    }
  }

  /** What expanding the configuration will need. */
  *#prepare(id: ConfigId): Generator<undefined, undefined> {
    const { locals, set, stepping } = this.space;
    for (const local of set.localsOf(id)) {
      for (const step of stepping.into(local)) yield* stepping.work(local, step);
    }
    if (this.#newcomersKnown) return;
    for (const step of stepping.steps.flat()) {
      yield* stepping.work(locals.intern(step.kind, step.to, emptyWord), step);
    }
    this.#newcomersKnown = true;
  }

  #expand(id: ConfigId): void {
    const { program, stepping } = this.space;
    const draft = this.space.draftOf(id);
    const { locals } = draft;
    for (let place = 0; place < locals.length; place++) {
      // Equal processes have equal predecessors.
      if (place > 0 && locals[place] === locals[place - 1]) continue;
      for (const step of stepping.into(at(locals, place))) this.#undo(id, draft, place, step);
    }
    for (const [k, { count }] of program.kinds.entries()) {
      if (count !== null && locals.filter((l) => this.space.locals.kind(l) === k).length >= count) continue;
      for (const step of at(stepping.steps, k)) this.#undo(id, draft, locals.length, step);
    }
  }

  #undo(child: ConfigId, draft: ConfigDraft, place: number, step: MemoryStep): void {
    this.space.before(draft, place, step, (before) =>
      this.#add(before, { kind: 'undone', child, place, step }),
    );
  }

  #add(draft: ConfigDraft, origin: ConfigOrigin): void {
    if (this.#found !== null || this.#late !== null) return;
    if (++this.#generated % madeBetweenLooks === 0) this.#late = this.#lateness();
    const { program, set } = this.space;
    const id = set.add(this.space.configOf(draft));
    if (id === -1) return;
    this.#chain.add(id, origin);
    for (const [beginning, begin] of program.beginnings.entries()) {
      const known = this.#begin(begin, draft);
      if (known !== null) this.#found = { id, beginning, known };
    }
    this.#frontier.add(set.lengthOf(id), id);
  }

  /** Memory at the begin if the configuration stands for an initial one, its buffers filled by propagations; else null. */
  #begin({ memory, states }: Beginning, { known, locals }: ConfigDraft): MemorySet | null {
    const { boxes, words, locals: parts } = this.space;
    if (!locals.every((l) => at(states, parts.kind(l)).includes(parts.state(l)))) return null;
    const begin = known.slice();
    for (const [cell, value] of memory.entries()) {
      if (value !== null && !boxes.demand(begin, boxes.oneOf(cell, [value]))) return null;
    }
    for (const local of locals) {
      for (let w = parts.word(local); w !== emptyWord; w = words.rest(w)) {
        const letter = words.front(w);
        if (isOwn(letter) || !boxes.demand(begin, words.box(letter))) return null;
      }
    }
    return begin;
  }
}

/** Each way to choose one for each process; those of which the same is asked may change places. */
function* combinations<T>(
  { processes }: GlobalTarget,
  choices: readonly (readonly T[])[],
  chosen: readonly number[] = [],
): Generator<readonly T[]> {
  const p = chosen.length;
  const process = processes[p];
  if (process === undefined) {
    yield chosen.map((choice, i) => at(at(choices, i), choice));
    return;
  }
  const before = processes[p - 1];
  const alike = before?.kind === process.kind && before.states.join() === process.states.join();
  for (let choice = alike ? at(chosen, p - 1) : 0; choice < at(choices, p).length; choice++) {
    yield* combinations({ processes, memory: [] }, choices, [...chosen, choice]);
  }
}
