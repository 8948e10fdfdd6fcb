import { at } from '../../../support/invariant.js';
import type { DualProgram } from '../dual-program.js';
import { Boxes } from './boxes.js';
import { findFacts } from './program-facts.js';
import type { ProgramFacts } from './program-facts.js';
import { Locals } from './locals.js';
import type { LocalStateId } from './locals.js';
import { Memories } from './memories.js';
import { MinorSet } from './minor-set.js';
import type { Config, ConfigId } from './minor-set.js';
import { ReadUndoing } from './undo-reads.js';
import { StepUndoing } from './undo-step.js';
import type { MemoryStep } from './undo-step.js';
import { Undoing } from './undo.js';
import type { ConfigDraft } from './undo.js';
import { BufferWords } from './words.js';

/** What the words, parts and cached results of a search take, by what was measured. */
const bytesPerPart = 400;

/** All that a search over a program's configurations works with. */
export class Space {
  readonly boxes: Boxes;
  readonly words: BufferWords;
  readonly locals: Locals;
  readonly reads: ReadUndoing;
  readonly stepping: StepUndoing;
  readonly undoing: Undoing;
  readonly set: MinorSet;
  readonly #memories: Memories;

  private constructor(
    readonly program: DualProgram,
    words: BufferWords,
    facts: ProgramFacts,
  ) {
    this.words = words;
    this.boxes = words.boxes;
    this.locals = new Locals(program, this.words);
    this.#memories = new Memories(this.boxes.rowLength);
    this.reads = new ReadUndoing(program, this.words, this.locals, facts);
    this.stepping = new StepUndoing(program, this.words, this.locals, this.reads);
    this.undoing = new Undoing(program, this.words, this.locals, this.#memories, facts, this.stepping);
    this.set = new MinorSet(this.locals, this.words, this.#memories);
  }

  /** It may take long, so there are pauses. */
  static *of(program: DualProgram): Generator<undefined, Space> {
    const words = new BufferWords(new Boxes(program.cells));
    return new Space(program, words, yield* findFacts(program, words.boxes));
  }

  get bytes(): number {
    return this.set.bytes + this.#memories.bytes + (this.locals.count + this.words.count) * bytesPerPart;
  }

  draftOf(id: ConfigId): ConfigDraft {
    return { known: this.#memories.row(this.set.memoryOf(id)), locals: this.set.localsOf(id) };
  }

  configOf({ known, locals }: ConfigDraft): Config {
    return { memory: this.#memories.intern(known), locals: this.orderOf(locals).map((i) => at(locals, i)) };
  }

  /** The indices of the processes in the order in which configurations have them. */
  orderOf(locals: readonly LocalStateId[]): readonly number[] {
    const { locals: parts } = this;
    return [...locals.keys()].toSorted((i, j) => {
      const [a, b] = [at(locals, i), at(locals, j)];
      return parts.kind(a) - parts.kind(b) || parts.classOf(a) - parts.classOf(b) || a - b;
    });
  }

  /** Undoes the step by the process in that place, or by one that comes in if that is one place too far. */
  before(draft: ConfigDraft, place: number, step: MemoryStep, emit: (draft: ConfigDraft) => void): void {
    if (place < draft.locals.length) this.undoing.undo(draft, place, step, emit);
    else this.undoing.undoNew(draft, step, emit);
  }
}
