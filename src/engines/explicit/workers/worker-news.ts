import type { SearchListener } from '../../shared/packed/code/compile.js';
import { readField } from '../../shared/packed/packing.js';
import { canHold } from '../../shared/packed/shape.js';
import { chunkBits, chunkMask } from '../../shared/state-store.js';
import { at } from '../../../support/invariant.js';
import { halts, slots } from './control.js';
import type { CodeParts, News, WorkerStart } from './crew-messages.js';
import type { WorkerTable } from './worker-table.js';

/**
 * Listens to the generated code of one worker. What it hears several times it tells once, the first time: a worker goes
 * through states in the order of their ranks.
 */
export class WorkerNews implements SearchListener {
  #news: News[] = [];
  readonly #told = new Set<string>();
  #code: Pick<CodeParts, 'locations' | 'observed' | 'canLengthen'> | null = null;

  constructor(
    private readonly start: WorkerStart,
    private readonly table: WorkerTable,
    private readonly rank: () => number,
  ) {}

  reads(code: CodeParts): void {
    this.#code = code;
  }

  taken(): readonly News[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  outOfSpace(why: string): void {
    this.#news.push({ kind: 'out-of-space', why });
    this.#halt(halts.space);
  }

  grow(variable: number, value: number): boolean {
    const isPossible = variable < 0 ? at(this.#layout.canLengthen, value) : canHold(value);
    if (isPossible) {
      this.#news.push({ kind: 'grow', variable, value });
      this.#halt(halts.shape);
    } else if (variable < 0) this.overflow();
    else this.#once(`too-large ${variable}`, () => ({ kind: 'too-large', variable }));
    return isPossible;
  }

  overflow(): void {
    this.#once('overflow', () => ({ kind: 'overflow' }));
  }

  limited(line: number): void {
    this.#once('limited', () => ({ kind: 'limited', line }));
  }

  violated(event: number): void {
    this.#once(`event ${event}`, () => ({ kind: 'event', event, rank: this.rank() }));
    this.#hurry(at(this.start.eventProperty, event));
  }

  stateViolated(property: number, id: number): void {
    this.#once(`state ${property}`, () => ({ kind: 'state', property, id }));
    this.#hurry(property);
  }

  final(id: number): void {
    const values = this.#layout.observed.map((field) => this.#read(field, id));
    this.#once(`final ${values.join()}`, () => ({ kind: 'final', values }));
  }

  stuck(rank: number): void {
    const id = at(at(this.table.order, rank >>> chunkBits), rank & chunkMask);
    const places = this.#layout.locations.map((field) => this.#read(field, id));
    if (places.every((place, thread) => place === at(this.start.threadEnds, thread))) {
      this.#once('ended', () => ({ kind: 'ended' }));
      return;
    }
    this.#once(`stuck ${places.join()}`, () => ({ kind: 'stuck', rank, places }));
    this.#hurry(this.start.deadlock);
  }

  get #layout(): Pick<CodeParts, 'locations' | 'observed' | 'canLengthen'> {
    return this.#code ?? { locations: [], observed: [], canLengthen: [] };
  }

  #read(field: CodeParts['locations'][number], id: number): number {
    const chunk = at(this.table.chunks, id >>> chunkBits);
    const stride = chunk.length >>> chunkBits;
    const from = (id & chunkMask) * stride;
    return readField(field, chunk.subarray(from, from + stride));
  }

  #once(key: string, news: () => News): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#news.push(news());
  }

  /** The property is violated: the main thread should hear of it, unless it has. */
  #hurry(property: number): void {
    if (property >= 0 && at(this.start.live, property) !== 0)
      Atomics.store(this.start.control, slots.urgent, 1);
  }

  #halt(bit: number): void {
    Atomics.or(this.start.control, slots.halt, bit);
  }
}
