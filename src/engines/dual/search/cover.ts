import { at } from '../../../support/invariant.js';
import type { ProgressListener } from '../../../search/limits.js';
import type { Beginning, DualProgram, GlobalTarget } from '../dual-program.js';
import { choicesFor, searchBackward } from './backward-search.js';
import type { BackwardAnswer, BackwardSpace, CoverLimits, CoverStats } from './backward-search.js';
import type { MemorySet } from './boxes.js';
import { ConfigAncestry } from './chain.js';
import type { ConfigOrigin } from './chain.js';
import type { Config, ConfigId, MinorSet } from './minor-set.js';
import type { DualRun } from './run.js';
import { Space } from './space.js';
import type { MemoryStep } from './undo-step.js';
import type { ConfigDraft } from './undo.js';
import { emptyWord, isOwn } from './words.js';

export type Coverability = BackwardAnswer<{ readonly run: DualRun }>;

export interface Covered {
  readonly answer: Coverability;
  readonly stats: CoverStats;
}

/**
 * Whether one of the targets can be reached under TSO with unbounded buffers: paper 002, sections 4 and 6, backward from
 * the targets until nothing smaller is found.
 */
export async function cover(
  program: DualProgram,
  targets: readonly GlobalTarget[],
  limits: CoverLimits,
  progress: ProgressListener = () => undefined,
): Promise<Covered> {
  const { answer, stats } = await searchBackward(
    LoadBufferSpace.of(program),
    (made) => targets.map((target) => made.rootsOf(target)),
    limits,
    progress,
  );
  if (answer.kind !== 'reachable') return { answer, stats };
  return { answer: { kind: 'reachable', run: answer.space.chain.runFrom(answer.found) }, stats };
}

class LoadBufferSpace implements BackwardSpace<ConfigDraft, ConfigOrigin> {
  readonly chain: ConfigAncestry;
  /** Whether it is known what undoing a step of a new process leaves. */
  #newcomersKnown = false;

  private constructor(private readonly space: Space) {
    this.chain = new ConfigAncestry(space);
  }

  /** It may take long, so there are pauses. */
  static *of(program: DualProgram): Generator<undefined, LoadBufferSpace> {
    return new LoadBufferSpace(yield* Space.of(program));
  }

  get program(): DualProgram {
    return this.space.program;
  }

  get set(): MinorSet {
    return this.space.set;
  }

  get bytes(): number {
    return this.space.bytes + this.chain.bytes;
  }

  configOf(draft: ConfigDraft): Config {
    return this.space.configOf(draft);
  }

  note(id: ConfigId, origin: ConfigOrigin): void {
    this.chain.add(id, origin);
  }

  *rootsOf(target: GlobalTarget): Generator<readonly [ConfigDraft, ConfigOrigin] | undefined, undefined> {
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
    for (const chosen of choicesFor(processes, choices)) {
      const locals = chosen.map((end) => end.local);
      const ends = chosen.map((end) => end.state);
      const draft = undoing.settle(known, locals);
      yield draft === null ? undefined : [draft, { kind: 'target', draft, ends, target }];
    }
  }

  *prepare(id: ConfigId): Generator<undefined, undefined> {
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

  expand(id: ConfigId, add: (draft: ConfigDraft, origin: ConfigOrigin) => void): void {
    const { program, stepping } = this.space;
    const draft = this.space.draftOf(id);
    const { locals } = draft;
    const undo = (place: number, step: MemoryStep): void =>
      this.space.before(draft, place, step, (before) =>
        add(before, { kind: 'undone', child: id, place, step }),
      );
    for (let place = 0; place < locals.length; place++) {
      // Equal processes have equal predecessors.
      if (place > 0 && locals[place] === locals[place - 1]) continue;
      for (const step of stepping.into(at(locals, place))) undo(place, step);
    }
    for (const [k, { count }] of program.kinds.entries()) {
      if (count !== null && locals.filter((l) => this.space.locals.kind(l) === k).length >= count) continue;
      for (const step of at(stepping.steps, k)) undo(locals.length, step);
    }
  }

  /** Buffers may have been filled by propagations. */
  begin({ memory, states }: Beginning, { known, locals }: ConfigDraft): MemorySet | null {
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
