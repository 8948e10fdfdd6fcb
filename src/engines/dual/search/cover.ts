import { at, invariant } from '../../../support/check.js';
import type { Limits, ProgressListener } from '../../engine.js';
import { Pacer } from '../../shared/pacer.js';
import type { Stop } from '../../shared/pacer.js';
import type { Beginning, DualProgram, Target } from '../program.js';
import { findFacts } from './facts.js';
import { Frontier } from './frontier.js';
import { Ints } from './ints.js';
import { Locals } from './locals.js';
import type { LocalId, MemoryStep } from './locals.js';
import { Memories } from './memories.js';
import { Boxes } from './boxes.js';
import type { Row } from './boxes.js';
import { MinorSet } from './minor-set.js';
import type { Config, ConfigId } from './minor-set.js';
import type { Run, RunProcess, RunStep } from './run.js';
import { Undoing } from './undo.js';
import type { Draft } from './undo.js';
import { Words, emptyWord, isOwn } from './words.js';

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

export type Coverability =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'reachable'; readonly run: Run }
  | { readonly kind: 'stopped'; readonly stop: Stop };

export interface Covered {
  readonly answer: Coverability;
  readonly stats: CoverStats;
}

/** How a configuration was made: of a target, or by undoing a step that leads to another configuration. */
type Origin =
  | {
      readonly kind: 'target';
      readonly draft: Draft;
      readonly ends: readonly number[];
      readonly target: Target;
    }
  | { readonly kind: 'undone'; readonly child: ConfigId; readonly place: number; readonly step: MemoryStep };

const expandBetweenPauses = 64;
/** What the tables of words, parts and caches take, by what was measured. */
const bytesPerPart = 400;

/**
 * Whether one of the targets can be reached under TSO with unbounded buffers: paper 002, sections 4 and 6, backward from
 * the targets until nothing smaller is found. Short buffers first: what is small subsumes much.
 */
export async function cover(
  program: DualProgram,
  targets: readonly Target[],
  limits: Limits,
  progress: ProgressListener = () => undefined,
): Promise<Covered> {
  return new Search(program, targets, limits, progress).run();
}

/** Does work that has pauses. */
async function worked(work: Generator<undefined>, pacer: Pacer): Promise<Stop | null> {
  while (work.next().done !== true) {
    const stop = await pacer.pause();
    if (stop !== null) return stop;
  }
  return null;
}

class Search {
  readonly #boxes: Boxes;
  readonly #words: Words;
  readonly #locals: Locals;
  readonly #memories: Memories;
  readonly #undoing: Undoing;
  readonly #set: MinorSet;
  readonly #frontier = new Frontier();
  /** For each kept configuration: the one it leads to (-1: a target), the place of the process that steps, the step. */
  readonly #child = new Ints();
  readonly #place = new Ints();
  readonly #step = new Ints();
  readonly #targets = new Map<ConfigId, Extract<Origin, { kind: 'target' }>>();
  readonly #steps: readonly MemoryStep[];
  readonly #stepNumbers = new Map<MemoryStep, number>();
  #generated = 0;
  #found: { readonly id: ConfigId; readonly beginning: number; readonly known: Row } | null = null;

  constructor(
    private readonly program: DualProgram,
    private readonly asked: readonly Target[],
    private readonly limits: Limits,
    private readonly progress: ProgressListener,
  ) {
    this.#boxes = new Boxes(program.cells);
    this.#words = new Words(this.#boxes);
    const facts = findFacts(program, this.#words);
    this.#locals = new Locals(program, this.#words, facts);
    this.#memories = new Memories(this.#boxes.rowLength);
    this.#undoing = new Undoing(program, this.#words, this.#locals, this.#memories, facts);
    this.#set = new MinorSet(this.#locals, this.#words, this.#memories);
    this.#steps = this.#locals.steps.flat();
    for (const [i, step] of this.#steps.entries()) this.#stepNumbers.set(step, i);
  }

  async run(): Promise<Covered> {
    const pacer = new Pacer(this.limits, (seconds) =>
      this.progress({ phase: 'backward', states: this.#set.kept, frontier: this.#frontier.count, seconds }),
    );
    const answer = await this.#search(pacer);
    const { kept, peak, comparisons } = this.#set;
    const { seconds } = pacer;
    return {
      answer,
      stats: { generated: this.#generated, kept, peak, comparisons, seconds, bytes: this.#bytes() },
    };
  }

  #bytes(): number {
    return (
      this.#set.bytes +
      this.#memories.bytes +
      this.#frontier.bytes +
      this.#child.bytes * 3 +
      (this.#locals.count + this.#words.count) * bytesPerPart
    );
  }

  async #search(pacer: Pacer): Promise<Coverability> {
    for (const target of this.asked) {
      const stop = (await worked(this.#targetWork(target), pacer)) ?? (await pacer.pause());
      if (stop !== null) return { kind: 'stopped', stop };
      this.#addTarget(target);
      if (this.#found !== null) return this.#reachable();
    }
    const most = this.limits.memoryMB === null ? Infinity : this.limits.memoryMB * 2 ** 20;
    for (let n = 1; ; n++) {
      const id = this.#next();
      if (id === -1) return { kind: 'unreachable' };
      const late = await worked(this.#expansionWork(id), pacer);
      if (late !== null) return { kind: 'stopped', stop: late };
      this.#expand(id);
      if (this.#found !== null) return this.#reachable();
      if (n % expandBetweenPauses !== 0) continue;
      const stop: Stop | null =
        this.#bytes() > most ? { reason: 'memory', why: 'the memory limit is reached' } : await pacer.pause();
      if (stop !== null) return { kind: 'stopped', stop };
    }
  }

  /** The next configuration that is still one of the smallest; -1 if there is none. */
  #next(): ConfigId {
    for (;;) {
      const id = this.#frontier.take();
      if (id === -1) return -1;
      if (!this.#set.isAlive(id)) continue;
      if (!this.#set.isCovered(id)) return id;
      this.#set.remove(id);
    }
  }

  #addTarget(target: Target): void {
    const { processes, memory } = target;
    const { row: known, cells } = this.#boxes.exactly(memory);
    if (!cells.every((cell) => this.#boxes.isOpen(known, cell))) return;
    const tooMany = this.program.kinds.some(
      ({ count }, k) => count !== null && processes.filter((p) => p.kind === k).length > count,
    );
    if (tooMany) return;
    const choices = processes.map(({ kind, states }) =>
      states.flatMap((state) =>
        this.#locals.undoReads(kind, state, emptyWord).map((local) => ({ state, local })),
      ),
    );
    const visit = (chosen: readonly number[]): void => {
      if (this.#found !== null) return;
      const p = chosen.length;
      const process = processes[p];
      if (process === undefined) {
        const ends = chosen.map((choice, i) => at(at(choices, i), choice));
        const draft = this.#undoing.settle(
          known,
          ends.map((end) => end.local),
        );
        if (draft === null) return;
        this.#add(draft, { kind: 'target', draft, ends: ends.map((end) => end.state), target });
        return;
      }
      // Processes of which the same is asked may change places.
      const before = processes[p - 1];
      const alike = before?.kind === process.kind && before.states.join() === process.states.join();
      const first = alike ? at(chosen, p - 1) : 0;
      for (let choice = first; choice < at(choices, p).length; choice++) visit([...chosen, choice]);
    };
    visit([]);
  }

  *#targetWork({ processes }: Target): Generator<undefined> {
    for (const { kind, states } of processes) {
      for (const state of states) yield* this.#locals.readsWork(kind, state, emptyWord);
    }
  }

  *#expansionWork(id: ConfigId): Generator<undefined> {
    for (const local of this.#set.localsOf(id)) {
      for (const step of this.#locals.stepsInto(local)) yield* this.#locals.undoWork(local, step);
    }
    for (const step of this.#steps) {
      const newcomer = this.#locals.intern(step.kind, this.#locals.target(step), emptyWord);
      yield* this.#locals.undoWork(newcomer, step);
    }
  }

  #draftOf(id: ConfigId): Draft {
    return { known: this.#memories.row(this.#set.memoryOf(id)), locals: this.#set.localsOf(id) };
  }

  #expand(id: ConfigId): void {
    const draft = this.#draftOf(id);
    const { locals } = draft;
    for (let place = 0; place < locals.length; place++) {
      // Equal processes have equal predecessors.
      if (place > 0 && locals[place] === locals[place - 1]) continue;
      for (const step of this.#locals.stepsInto(at(locals, place))) this.#undo(id, draft, place, step);
    }
    for (const [k, { count }] of this.program.kinds.entries()) {
      if (count !== null && locals.filter((l) => this.#locals.kind(l) === k).length >= count) continue;
      for (const step of at(this.#locals.steps, k)) this.#undo(id, draft, locals.length, step);
    }
  }

  #undo(child: ConfigId, draft: Draft, place: number, step: MemoryStep): void {
    this.#before(draft, place, step, (before) => this.#add(before, { kind: 'undone', child, place, step }));
  }

  #before(draft: Draft, place: number, step: MemoryStep, emit: (draft: Draft) => void): void {
    if (place < draft.locals.length) this.#undoing.undo(draft, place, step, emit);
    else this.#undoing.undoNew(draft, step, emit);
  }

  #config({ known, locals }: Draft): Config {
    return { memory: this.#memories.intern(known), locals: this.#order(locals).map((i) => at(locals, i)) };
  }

  /** The indices of the processes in the order in which configurations have them. */
  #order(locals: readonly LocalId[]): readonly number[] {
    const key = (i: number): LocalId => at(locals, i);
    return [...locals.keys()].toSorted(
      (a, b) =>
        this.#locals.kind(key(a)) - this.#locals.kind(key(b)) ||
        this.#locals.classOf(key(a)) - this.#locals.classOf(key(b)) ||
        key(a) - key(b),
    );
  }

  #add(draft: Draft, origin: Origin): void {
    if (this.#found !== null) return;
    this.#generated++;
    const id = this.#set.add(this.#config(draft));
    if (id === -1) return;
    if (origin.kind === 'target') {
      this.#targets.set(id, origin);
      this.#child.push(-1);
      this.#place.push(0);
      this.#step.push(0);
    } else {
      this.#child.push(origin.child);
      this.#place.push(origin.place);
      this.#step.push(this.#stepNumbers.get(origin.step) ?? 0);
    }
    for (const [beginning, begin] of this.program.beginnings.entries()) {
      const known = this.#begin(begin, draft);
      if (known !== null) this.#found = { id, beginning, known };
    }
    this.#frontier.add(this.#set.lengthOf(id), id);
  }

  /** Memory at the begin if the configuration stands for an initial one, its buffers filled by propagations; else null. */
  #begin({ memory, states }: Beginning, { known, locals }: Draft): Row | null {
    if (!locals.every((l) => at(states, this.#locals.kind(l)).includes(this.#locals.state(l)))) return null;
    const begin = known.slice();
    for (const [cell, value] of memory.entries()) {
      if (value !== null && !this.#boxes.demand(begin, this.#boxes.oneOf(cell, [value]))) return null;
    }
    for (const local of locals) {
      for (let w = this.#locals.word(local); w !== emptyWord; w = this.#words.rest(w)) {
        const letter = this.#words.front(w);
        if (isOwn(letter) || !this.#boxes.demand(begin, this.#words.box(letter))) return null;
      }
    }
    return begin;
  }

  #reachable(): Coverability {
    invariant(this.#found !== null, 'a run was found');
    const { id: first, beginning, known } = this.#found;
    // `names[i]`: which process of the run stands at place i of the configuration.
    let names = [...this.#set.localsOf(first).keys()];
    const begins = this.#set
      .localsOf(first)
      .map((l) => ({ kind: this.#locals.kind(l), begin: this.#locals.state(l) }));
    const steps: RunStep[] = [];
    let id = first;
    for (let child = this.#child.get(id); child !== -1; [id, child] = [child, this.#child.get(child)]) {
      const [place, step] = [this.#place.get(id), at(this.#steps, this.#step.get(id))];
      const order = this.#order(this.#madeAgain(id, child, place, step));
      const inChild: number[] = [];
      for (const [i, p] of order.entries()) inChild[p] = at(names, i);
      steps.push({ process: at(inChild, place), transition: step.transition });
      names = inChild.slice(0, this.#set.localsOf(child).length);
    }
    const target = this.#targets.get(id);
    invariant(target !== undefined, 'a chain ends in a target');
    const ends: number[] = [];
    const meant: (number | undefined)[] = [];
    for (const [i, p] of this.#order(target.draft.locals).entries()) {
      ends[at(names, i)] = at(target.ends, p);
      meant[at(names, i)] = at(target.target.processes, p).nth;
    }
    const processes = begins.map((begin, p): RunProcess => ({ ...begin, nth: meant[p] ?? null }));
    // Newcomers on the way back are where their last step has led them.
    for (const { process, transition } of steps) {
      if (names.includes(process)) continue;
      const kind = at(this.program.kinds, at(processes, process).kind);
      ends[process] = at(kind.transitions, transition).to;
    }
    return {
      kind: 'reachable',
      run: {
        processes,
        beginning,
        memory: this.program.cells.map((_, cell) => this.#boxes.smallest(known, cell)),
        steps,
        ends,
      },
    };
  }

  /** The processes of a configuration in the order of the one it leads to. */
  #madeAgain(id: ConfigId, child: ConfigId, place: number, step: MemoryStep): readonly LocalId[] {
    const [memory, locals] = [this.#set.memoryOf(id), this.#set.localsOf(id).join()];
    const found: (readonly LocalId[])[] = [];
    this.#before(this.#draftOf(child), place, step, (before) => {
      const config = this.#config(before);
      if (config.memory === memory && config.locals.join() === locals) found.push(before.locals);
    });
    return at(found, 0);
  }
}
