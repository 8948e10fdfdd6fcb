import { at } from '../../../support/invariant.js';
import { outOfTime } from '../../../search/limits.js';
import type { Limits, ProgressListener, Stop } from '../../../search/limits.js';
import { Pacer, worked } from '../../../search/pacer.js';
import type { Beginning, DualProgram } from '../dual-program.js';
import type { MemorySet } from './boxes.js';
import type { FoundConfig } from './chain.js';
import { Frontier } from './frontier.js';
import type { Config, ConfigId, MinorSet } from './minor-set.js';

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

/** Whether a configuration that stands for an initial one was found. */
export type BackwardAnswer<Found> =
  | { readonly kind: 'unreachable' }
  | ({ readonly kind: 'reachable' } & Found)
  | { readonly kind: 'stopped'; readonly stop: Stop };

/** Configurations of which all is known that a search over them asks for; `Origin`: how one was made. */
export interface BackwardSpace<Draft, Origin> {
  readonly program: DualProgram;
  readonly set: MinorSet;
  readonly bytes: number;
  configOf(draft: Draft): Config;
  /** Configurations are told in the order of their numbers. */
  note(id: ConfigId, origin: Origin): void;
  /** What expanding the configuration will need; it may take long, so there are pauses. */
  prepare(id: ConfigId): Generator<undefined, undefined>;
  /** Undoes each step that may have led to the configuration. */
  expand(id: ConfigId, add: (draft: Draft, origin: Origin) => void): void;
  /** Memory at the begin if the configuration stands for an initial one; else null. */
  begin(beginning: Beginning, draft: Draft): MemorySet | null;
}

const expandBetweenPauses = 64;
const targetsBetweenPauses = 1000;
const madeBetweenLooks = 1000;

/** From the targets back until nothing smaller is found. Short buffers first: what is small subsumes much. */
export class CoverSearch<Draft, Origin> {
  readonly #frontier = new Frontier();
  readonly #mostBytes: number;
  #generated = 0;
  #found: FoundConfig | null = null;
  /** Steps of one configuration are undone without a pause, which may take long, too. */
  #late: Stop | null = null;

  constructor(
    private readonly space: BackwardSpace<Draft, Origin>,
    private readonly limits: CoverLimits,
    private readonly pacer: Pacer,
  ) {
    this.#mostBytes = limits.memoryMB === null ? Infinity : limits.memoryMB * 2 ** 20;
  }

  /** Kept, and still to be looked at. */
  get counts(): readonly [kept: number, waiting: number] {
    return [this.space.set.kept, this.#frontier.count];
  }

  /** `roots`: the configurations of each target, with pauses between them. */
  async run(
    roots: Iterable<Generator<readonly [Draft, Origin] | undefined, undefined>>,
  ): Promise<BackwardAnswer<{ readonly found: FoundConfig }>> {
    const stop = await this.#search(roots);
    if (this.#found !== null) return { kind: 'reachable', found: this.#found };
    return stop === null ? { kind: 'unreachable' } : { kind: 'stopped', stop };
  }

  get stats(): CoverStats {
    const { kept, peak, comparisons } = this.space.set;
    const [generated, bytes, { seconds }] = [this.#generated, this.#bytes(), this.pacer];
    return { generated, kept, peak, comparisons, seconds, bytes };
  }

  #bytes(): number {
    return this.space.bytes + this.#frontier.bytes;
  }

  /** Until something is found, or nothing is left; null then. */
  async #search(
    roots: Iterable<Generator<readonly [Draft, Origin] | undefined, undefined>>,
  ): Promise<Stop | null> {
    for (const root of roots) {
      const stop = (await this.#worked(this.#addAll(root))) ?? (await this.#pause());
      if (stop !== null || this.#found !== null) return stop;
    }
    for (let n = 1; ; n++) {
      const id = this.#next();
      if (id === -1) return null;
      const late = await this.#worked(this.space.prepare(id));
      if (late !== null) return late;
      this.space.expand(id, (draft, origin) => this.#add(draft, origin));
      if (this.#found !== null || this.#late !== null) return this.#late;
      const stop = n % expandBetweenPauses === 0 ? await this.#pause() : null;
      if (stop !== null) return stop;
    }
  }

  *#addAll(
    roots: Generator<readonly [Draft, Origin] | undefined, undefined>,
  ): Generator<undefined, undefined> {
    let made = 0;
    for (const root of roots) {
      if (root === undefined) yield undefined;
      else {
        this.#add(...root);
        if (this.#found !== null) return;
        if (++made % targetsBetweenPauses === 0) yield undefined;
      }
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

  #add(draft: Draft, origin: Origin): void {
    if (this.#found !== null || this.#late !== null) return;
    if (++this.#generated % madeBetweenLooks === 0) this.#late = this.#lateness();
    const { program, set } = this.space;
    const id = set.add(this.space.configOf(draft));
    if (id === -1) return;
    this.space.note(id, origin);
    for (const [beginning, begin] of program.beginnings.entries()) {
      const known = this.space.begin(begin, draft);
      if (known !== null) this.#found = { id, beginning, known };
    }
    this.#frontier.add(set.lengthOf(id), id);
  }
}

/** Makes the space with pauses, then searches in it. */
export async function searchBackward<Draft, Origin, Space extends BackwardSpace<Draft, Origin>>(
  making: Generator<undefined, Space>,
  roots: (space: Space) => Iterable<Generator<readonly [Draft, Origin] | undefined, undefined>>,
  limits: CoverLimits,
  progress: ProgressListener,
): Promise<{
  readonly answer: BackwardAnswer<{ readonly found: FoundConfig; readonly space: Space }>;
  readonly stats: CoverStats;
}> {
  let search: CoverSearch<Draft, Origin> | null = null;
  const pacer = new Pacer(limits, (seconds) => {
    const [states, frontier] = search?.counts ?? [0, 0];
    progress({ phase: 'backward', states, frontier, seconds });
  });
  const space = await worked(making, () => pacer.pause());
  if ('why' in space) {
    const stats = { generated: 0, kept: 0, peak: 0, comparisons: 0, bytes: 0, seconds: pacer.seconds };
    return { answer: { kind: 'stopped', stop: space }, stats };
  }
  search = new CoverSearch<Draft, Origin>(space, limits, pacer);
  const answer = await search.run(roots(space));
  return { answer: answer.kind === 'reachable' ? { ...answer, space } : answer, stats: search.stats };
}

/** Each way to choose one for each process; those of which the same is asked may change places. */
export function* choicesFor<T>(
  asked: readonly { readonly kind: number; readonly states: readonly number[] }[],
  choices: readonly (readonly T[])[],
  chosen: readonly number[] = [],
): Generator<readonly T[]> {
  const p = chosen.length;
  const process = asked[p];
  if (process === undefined) {
    yield chosen.map((choice, i) => at(at(choices, i), choice));
    return;
  }
  const before = asked[p - 1];
  const alike = before?.kind === process.kind && before.states.join() === process.states.join();
  for (let choice = alike ? at(chosen, p - 1) : 0; choice < at(choices, p).length; choice++) {
    yield* choicesFor(asked, choices, [...chosen, choice]);
  }
}
