import { includes } from '../../../lang/expr/interval.js';
import { at } from '../../../support/invariant.js';
import { Pacer } from '../../../search/pacer.js';
import { Portion } from '../../../search/portion.js';
import type { Stop } from '../../../search/limits.js';
import { watching } from '../../../search/watch.js';
import type { EngineRequest } from '../../engine-request.js';
import { StateStore, bytesAllowed } from '../state-store.js';
import { compileConverter, compileSearch } from './code/compile.js';
import type { CompiledSearch, Listener, SearchListener, SearchParts } from './code/compile.js';
import { locationCount } from './code/thread-code.js';
import type { CutPaths } from './incompleteness.js';
import { sized } from './plan.js';
import type { PackedPlan, SizedPlan } from './plan.js';
import { initialStates, initialWords } from './packed-roots.js';
import { SearchWork } from './search-work.js';
import { grown } from './shape.js';
import type { ShapeGrowth } from './shape.js';

/** Steps between two looks at the clock, at most. */
const stepsAtOnce = 4096;
const rootsAtOnce = 256;

/** What a search looks for on its way. */
interface SearchAim extends Pick<SearchParts, 'properties' | 'collectFinals' | 'live' | 'graph' | 'orders'> {
  readonly listener: Omit<SearchListener, keyof Listener>;
  readonly record: CutPaths;
  /** Before everything is packed anew: numbers and layout are still those of the last code. */
  beforeRepack(): void;
}

/**
 * Breadth-first exploration: states are numbered as they are found and expanded in that order, so the table is the queue.
 * When a value or a buffer outgrows its field, all states are packed anew with more room, and the exploration goes on with
 * the state that was being expanded.
 */
export class GrowingStates {
  readonly states: StateStore;
  /** By thread, then location: whether the thread was ever there. */
  readonly reached: Uint8Array;
  /** What those who look on are told. */
  phase = 'search';
  readonly work: SearchWork;
  #plan: SizedPlan;
  /** Null: not made yet. */
  #code: CompiledSearch | null = null;
  readonly #portion = new Portion(stepsAtOnce);
  #growth: ShapeGrowth | null = null;
  #transitions = 0;
  #isFull = false;

  constructor(
    plan: PackedPlan,
    private readonly request: Pick<EngineRequest, 'limits' | 'progress'>,
    private readonly aim: SearchAim,
    /** The bytes of what others keep beside the states; they count, too. */
    besides: () => number = () => 0,
  ) {
    this.#plan = sized(plan, plan.start);
    this.states = new StateStore(this.#plan.layout.words, bytesAllowed(request.limits), besides);
    this.reached = new Uint8Array(locationCount(plan.variables.system.threads));
    this.work = new SearchWork(request.limits);
  }

  get plan(): SizedPlan {
    return this.#plan;
  }

  /** Made for who asks first; throws `Stopped` where there is no time for that. */
  get code(): CompiledSearch {
    return (this.#code ??= this.#compiled(0));
  }

  get expanded(): number {
    return this.#code?.expanded() ?? 0;
  }

  get isComplete(): boolean {
    return this.expanded >= this.states.count;
  }

  /** The last expansion ended because there were more states than it was to find. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get pastViolation(): Stop | null {
    return this.work.past(this.expanded, this.states.words);
  }

  noteViolation(): void {
    this.work.noteViolation(this.expanded, this.states.words);
  }

  /** One that tells of these states, or of those of who goes on with the search. */
  pacer(
    of: () => Pick<GrowingStates, 'expanded'> & { readonly states: { readonly count: number } } = () => this,
  ): Pacer {
    const { limits, progress } = this.request;
    return new Pacer(limits, (seconds) => {
      const { states, expanded } = of();
      progress({ phase: this.phase, states: states.count, frontier: states.count - expanded, seconds });
    });
  }

  /** For somebody else to go on: what was begun of a state is begun again there. */
  suspend(): void {
    this.#code?.restart();
  }

  /** Steps so far. */
  get transitions(): number {
    this.#transitions += this.#code?.takeMoves() ?? 0;
    return this.#transitions;
  }

  async addRoots(pacer: Pacer, isDecided: () => boolean): Promise<Stop | null> {
    let n = 0;
    for (const values of initialStates(this.#plan)) {
      const stop =
        (await this.#addRoot(values, pacer)) ?? (++n % rootsAtOnce === 0 ? await pacer.pause() : null);
      if (stop !== null) return stop;
      if (isDecided()) return null;
    }
    return null;
  }

  /** Expands some states more, none once there are more than `most`, and lets timers have their turn. */
  async expandSome(pacer: Pacer, most = Infinity): Promise<Stop | null> {
    this.#portion.done((steps) => (this.#isFull = this.code.run(steps, most)));
    this.states.growAhead();
    return (await this.#grow(pacer)) ?? (await pacer.pause());
  }

  async #addRoot(values: readonly number[], pacer: Pacer): Promise<Stop | null> {
    const tooLarge = this.#plan.variables.all.find(
      ({ index }) => !includes(at(this.#plan.shape.intervals, index), BigInt(at(values, index))),
    );
    if (tooLarge !== undefined) {
      const value = at(values, tooLarge.index);
      if (!this.#needRoom({ kind: 'value', variable: tooLarge, value })) return null;
      return (await this.#grow(pacer)) ?? (await this.#addRoot(values, pacer));
    }
    for (const { id, entry } of this.#plan.variables.system.threads)
      this.reached[locationCount(this.#plan.variables.system.threads.slice(0, id)) + entry] = 1;
    this.code.add(initialWords(this.#plan, values));
    return null;
  }

  #needRoom(growth: ShapeGrowth): boolean {
    const possible = grown(this.#plan.shape, growth, this.#plan.buffers) !== null;
    if (possible) this.#growth = growth;
    else if (growth.kind === 'buffer') this.aim.record.overflowed = true;
    else this.aim.record.limited ??= growth.variable;
    return possible;
  }

  /** Packs all states anew where that is due. */
  async #grow(pacer: Pacer): Promise<Stop | null> {
    const shape = this.#growth === null ? null : grown(this.#plan.shape, this.#growth, this.#plan.buffers);
    this.#growth = null;
    if (shape === null) return null;
    this.aim.beforeRepack();
    const before = this.#plan.layout;
    const { code } = this;
    const start = code.expanded();
    const plan = sized(this.#plan, shape);
    this.work.notePacking(this.states.count, start, before.words, plan.layout.words);
    const convert = compileConverter(before, plan.layout);
    // Its steps count when they are all taken.
    code.restart();
    this.#transitions += code.takeMoves();
    const stop = await this.states.repack(plan.layout.words, convert, () => pacer.pause());
    if (stop !== null) return stop;
    this.#plan = plan;
    this.#code = this.#compiled(start);
    return null;
  }

  #compiled(start: number): CompiledSearch {
    const { record, listener } = this.aim;
    return compileSearch({
      ...this.aim,
      ...{ plan: this.#plan, states: this.states, reached: this.reached, start },
      watch: watching(this.request.limits),
      listener: {
        ...listener,
        grow: (variable, value) =>
          this.#needRoom(
            variable < 0
              ? { kind: 'buffer', thread: value }
              : { kind: 'value', variable: at(this.#plan.variables.all, variable), value },
          ),
        overflow: () => void (record.overflowed = true),
        limited: (line) => void (record.limited ??= { line }),
      },
    });
  }
}
