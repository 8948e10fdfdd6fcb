import type { Limits, Stop } from '../../../search/limits.js';
import type { Pacer } from '../../../search/pacer.js';
import { assertNever, at, invariant } from '../../../support/invariant.js';
import {
  compileConverter,
  compileInspection,
  eventNames,
  searchSource,
} from '../../shared/packed/code/compile.js';
import type { PackedVariable } from '../../shared/packed/packed-variables.js';
import type { PartialOrders } from '../../shared/packed/por/partial-orders.js';
import { sized } from '../../shared/packed/plan.js';
import type { SizedPlan } from '../../shared/packed/plan.js';
import type { SearchWork } from '../../shared/packed/search-work.js';
import { canLengthen, grown } from '../../shared/packed/shape.js';
import type { ShapeGrowth } from '../../shared/packed/shape.js';
import { OutOfSpace, bytesAllowed } from '../../shared/state-store.js';
import type { StateStore } from '../../shared/state-store.js';
import type { SearchRecord } from '../record.js';
import { ends, halts, mostBlocks, slots } from './control.js';
import type { Crew } from './crew.js';
import type { CodeParts, News, Order, WorkerStart } from './crew-messages.js';
import { answeringTable, batchingTable } from './shared-code.js';
import { SharedTable, shared } from './shared-table.js';

/** What a search by one has come to. */
export interface HandedOver {
  readonly plan: SizedPlan;
  readonly states: StateStore;
  readonly expanded: number;
  readonly transitions: number;
  readonly work: SearchWork;
  readonly reached: Uint8Array;
}

/** What the search is for. */
export interface SharedAim {
  readonly limits: Limits;
  readonly record: SearchRecord;
  /** What of the final states to collect; null: nothing. */
  readonly observed: readonly PackedVariable[] | null;
  readonly endsWhenDecided: boolean;
  /** Not null: orders of steps that make no difference are left out. */
  readonly orders: PartialOrders | null;
  /** A search that has become so large is held up. */
  readonly isTooLarge: (bytes: number) => boolean;
  readonly holdUp: () => Promise<Stop | null>;
  /** Nobody can step in this state, in which threads stand at these locations. */
  readonly stuck: (rank: number, places: readonly number[]) => void;
  readonly ended: () => void;
  /** Before everything is packed anew. */
  readonly beforeRepack: () => void;
}

/** Between two looks at the clock and the signal, in milliseconds. */
const lookEvery = 20;
const mostRanks = 2 ** 31 - 1;

/** What is told once all states found with it have ranks. */
type LateNews = Extract<News, { kind: 'event' | 'state' | 'stuck' }>;

/**
 * A breadth-first search by several workers, from where one has come to. They go on by themselves until there is news,
 * more room is needed, or time is up; then all stand still, and what is to be done is done here.
 */
export class SharedSearch {
  readonly states: SharedTable;
  readonly reached: Uint8Array;
  readonly #live: Uint8Array;
  readonly #counts = shared(mostBlocks);
  readonly #work: SearchWork;
  readonly #transitions: number;
  #plan: SizedPlan;
  #late: LateNews[] = [];
  #growths: ShapeGrowth[] = [];
  #outOfSpace: Stop | null = null;
  /** Packing was interrupted: there is nothing to read any more. */
  #areLost = false;
  /** When the violation was found that is being told: so many states were expanded. */
  #violatedAt = 0;

  constructor(
    handed: HandedOver,
    private readonly crew: Crew,
    private readonly leastShare: number,
    private readonly aim: SharedAim,
  ) {
    const { states, expanded } = handed;
    this.#plan = handed.plan;
    this.#work = handed.work;
    this.#transitions = handed.transitions;
    this.states = new SharedTable(states, crew.size, bytesAllowed(aim.limits));
    this.#set(slots.roundStart, expanded);
    this.#set(slots.roundEnd, expanded);
    const level = levelOf(states, expanded);
    this.#set(slots.levelStart, level.start);
    this.#set(slots.levelEnd, level.end);
    this.reached = sharedBytes(handed.reached);
    this.#live = sharedBytes(aim.record.live);
  }

  get plan(): SizedPlan {
    return this.#plan;
  }

  get expanded(): number {
    return this.#get(slots.roundStart);
  }

  get transitions(): number {
    return this.#transitions + this.states.moves;
  }

  noteViolation(): void {
    this.#work.noteViolation(this.#violatedAt, this.states.words);
  }

  async run(pacer: Pacer): Promise<Stop | null> {
    this.crew.begin((me) => this.#startOf(me));
    const stop = await this.#untilStop(pacer);
    if (stop !== null && !this.#areLost) this.#tellUnsettled();
    return stop;
  }

  async #untilStop(pacer: Pacer): Promise<Stop | null> {
    try {
      return await this.#goOn(pacer);
    } catch (error) {
      if (error instanceof OutOfSpace) return { reason: 'memory', why: error.message };
      throw error;
    }
  }

  async #goOn(pacer: Pacer): Promise<Stop | null> {
    let code: CodeParts | null = this.#codeParts();
    for (let isEmpty = true; ;) {
      const parts = { table: this.states.parts, ...(code === null ? {} : { code }) };
      // Whoever was to stop has stopped.
      this.#set(slots.halt, 0);
      const unfilled = isEmpty ? await this.#followed({ job: 'fill', ...parts }, pacer) : null;
      if (unfilled !== null) return unfilled;
      this.#prepare();
      const stop = await this.#followed({ job: 'expand', ...(isEmpty ? {} : parts) }, pacer);
      const end = this.#ended(stop);
      if (end !== undefined) return end;
      const held = await this.#heldUp();
      if (held !== null) return held;
      code = null;
      isEmpty = this.#growths.length > 0;
      if (isEmpty) {
        const stopped = await this.#repack(pacer);
        if (stopped !== null) return stopped;
        code = this.#codeParts();
      }
      if ((this.#get(slots.halt) & halts.room) !== 0 && this.states.makeRoom()) isEmpty = true;
    }
  }

  /** Undefined: it goes on. */
  #ended(stop: Stop | null): Stop | null | undefined {
    const { record, endsWhenDecided } = this.aim;
    const end = this.#get(slots.end);
    if (end !== ends.halted) this.#tellSettled();
    if (end === ends.complete || (record.isDecided && endsWhenDecided)) return null;
    if (end === ends.past) return this.#work.past(this.expanded, this.states.words);
    return stop ?? this.#outOfSpace ?? undefined;
  }

  /** The workers do it; meanwhile clock, signal and memory are looked at. Not null: they were stopped. */
  async #followed(order: Order, pacer: Pacer): Promise<Stop | null> {
    const work = this.crew.follow(order);
    for (let stop: Stop | null = null; ;) {
      const news = await within(lookEvery, work);
      if (news !== null) {
        for (const what of news) this.#hear(what);
        return stop;
      }
      stop ??= await pacer.pause();
      // A table that was filled in part would have states twice.
      const isHeldUp = order.job === 'expand' && this.aim.isTooLarge(this.states.bytes);
      if (stop !== null || isHeldUp) Atomics.or(this.states.control, slots.halt, halts.asked);
    }
  }

  /** Nothing that was set in this phase is left over for the next. */
  #prepare(): void {
    this.#set(slots.halt, 0);
    this.#set(slots.urgent, this.#late.length === 0 ? 0 : 1);
    const last = this.aim.endsWhenDecided ? this.#work.lastExpanded(this.states.words) : mostRanks;
    this.#set(slots.lastRank, Math.min(last, mostRanks));
    this.#live.set(this.aim.record.live);
  }

  #hear(news: News): void {
    const { record } = this.aim;
    switch (news.kind) {
      case 'event':
      case 'state':
      case 'stuck':
        this.#late.push(news);
        return;
      case 'ended':
        return this.aim.ended();
      case 'final':
        return record.final(news.values);
      case 'overflow':
        record.overflowed = true;
        return;
      case 'limited':
        record.limited ??= { line: news.line };
        return;
      case 'too-large':
        record.limited ??= at(this.#plan.variables.all, news.variable);
        return;
      case 'grow':
        this.#growths.push(this.#growthOf(news.variable, news.value));
        return;
      case 'out-of-space':
        this.#outOfSpace = { reason: 'memory', why: news.why };
        return;
      default:
        assertNever(news);
    }
  }

  #growthOf(variable: number, value: number): ShapeGrowth {
    if (variable < 0) return { kind: 'buffer', thread: value };
    return { kind: 'value', variable: at(this.#plan.variables.all, variable), value };
  }

  /** All states that were found have ranks: of each violation the first is told, as in a search by one. */
  #tellSettled(): void {
    const late = this.#late;
    this.#late = [];
    this.#tellSteps(late);
    const violated = late.flatMap((news) => (news.kind === 'state' ? [news.property] : []));
    if (violated.length > 0) this.#tellStates(violated);
  }

  #tellSteps(late: readonly LateNews[]): void {
    const ranked = late.flatMap((news) => (news.kind === 'state' ? [] : [news]));
    for (const news of ranked.sort((a, b) => a.rank - b.rank)) {
      this.#violatedAt = news.rank;
      if (news.kind === 'event') this.aim.record.violatedBy(news.event, news.rank);
      else this.aim.stuck(news.rank, news.places);
    }
  }

  #tellStates(violated: readonly number[]): void {
    const { record } = this.aim;
    const inspect = compileInspection(this.#plan, record.properties, record.live, {
      stateViolated: (property, id) => record.violatedIn(property, { kind: 'state', id }),
      limited: () => undefined,
    });
    const isOpen = (): boolean => violated.some((property) => record.live[property] !== 0);
    const end = this.#get(slots.ranks);
    for (let rank = this.#get(slots.newsFrom); rank < end && isOpen(); rank++) {
      this.#violatedAt = this.states.parent(rank);
      inspect(rank, this.states.wordsOf(rank));
    }
    invariant(!isOpen(), 'a state that was found to violate something is among the new ones');
  }

  /** The search was stopped in the middle of a round: what was found is true, if perhaps not the first of its kind. */
  #tellUnsettled(): void {
    this.#tellSteps(this.#late);
    for (const news of this.#late) {
      if (news.kind !== 'state') continue;
      this.#violatedAt = this.expanded;
      this.aim.record.violatedIn(news.property, { kind: 'state', id: this.states.rankFor(news.id) });
    }
    this.#late = [];
  }

  async #heldUp(): Promise<Stop | null> {
    return this.aim.isTooLarge(this.states.bytes) ? this.aim.holdUp() : null;
  }

  /** Packs all states anew, with room for what the workers have met. */
  async #repack(pacer: Pacer): Promise<Stop | null> {
    this.aim.beforeRepack();
    const { buffers, layout, shape } = this.#plan;
    const threads = new Set<number>();
    const wanted = this.#growths.filter(
      (growth) => growth.kind === 'value' || (!threads.has(growth.thread) && threads.add(growth.thread)),
    );
    this.#growths = [];
    const plan = sized(
      this.#plan,
      wanted.reduce((now, growth) => grown(now, growth, buffers) ?? now, shape),
    );
    this.#work.notePacking(this.states.count, this.expanded, layout.words, plan.layout.words);
    const convert = compileConverter(layout, plan.layout);
    this.#areLost = true;
    const stop = await this.states.repack(plan.layout.words, convert, () => pacer.pause());
    this.#areLost = stop !== null;
    this.#plan = plan;
    return stop;
  }

  #startOf(me: number): WorkerStart {
    const { record, limits } = this.aim;
    const { system } = this.#plan.variables;
    return {
      ...{
        me,
        workers: this.crew.size,
        leastShare: this.leastShare,
        control: this.states.control,
        counts: this.#counts,
      },
      ...{ reached: this.reached, live: this.#live },
      eventProperty: eventNames(system).map((_, event) => record.propertyOf(event)),
      deadlock: record.properties.findIndex((p) => p.kind === 'deadlock'),
      threadEnds: system.threads.map(({ end }) => end),
      memoryLimit: bytesAllowed(limits),
    };
  }

  #codeParts(): CodeParts {
    const { layout, shape } = this.#plan;
    const { record, observed } = this.aim;
    const { source, scope, insideWords } = searchSource(
      {
        ...{ plan: this.#plan, properties: record.properties, collectFinals: observed !== null },
        ...{ start: 0, graph: null, orders: this.aim.orders, watch: () => undefined },
      },
      this.aim.orders === null ? batchingTable : answeringTable,
    );
    return {
      ...{ source, scope, insideWords, orders: this.aim.orders, locations: layout.locations },
      observed: (observed ?? []).map(({ index }) => at(layout.variables, index)),
      canLengthen: shape.capacities.map(canLengthen),
    };
  }

  #get(slot: number): number {
    return Atomics.load(this.states.control, slot);
  }

  #set(slot: number, value: number): void {
    Atomics.store(this.states.control, slot, value);
  }
}

/** The level in which this state is expanded. The parents of states ascend, as the levels do. */
function levelOf(states: StateStore, expanded: number): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let id = 0; id < states.count; id++) {
    if (states.parent(id) < start) continue;
    if (expanded < id) return { start, end: id };
    start = id;
  }
  return { start, end: states.count };
}

function sharedBytes(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

/** What comes of the work, or null after so many milliseconds. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
