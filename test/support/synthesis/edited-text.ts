import { Source, originOf } from '../../../src/diagnostics/span.js';
import { editFences } from '../../../src/frontends/fp/edit/edit-fences.js';
import { canonical } from '../../../src/lang/program/modulo-spans.js';
import type { Program } from '../../../src/lang/program/program.js';
import { at } from '../../../src/support/invariant.js';
import { fenceEdits } from '../../../src/synthesis/fences/fence-edits.js';
import { foundFence } from '../../../src/synthesis/fences/describe-fence.js';
import { FencedProgram } from '../../../src/synthesis/fences/fenced-program.js';
import type { FenceTask } from '../../../src/synthesis/synthesis-report.js';
import { parseFp } from '../parse-fp.js';

/** A text, and what may be put into it or taken out of it. */
export class EditedText {
  readonly #program: Program;
  readonly #fenced: FencedProgram;
  readonly #source: Source;

  constructor(
    readonly text: string,
    private readonly task: FenceTask = 'add',
  ) {
    this.#program = parseFp(text);
    this.#fenced = new FencedProgram(this.#program, task, true, { fence: 1, 'fence(ww)': 1, locked: 1 });
    const origin = originOf(at(this.#program.threads, 0).span);
    this.#source = origin?.source ?? new Source('none', '');
  }

  get count(): number {
    return this.#fenced.candidates.length;
  }

  /** As `fence after store x = 1`. */
  get names(): readonly string[] {
    return this.#fenced.candidates.map((candidate) => {
      const { kind, thread, place } = foundFence(candidate, this.#program);
      return `${kind} of ${thread} ${place}`;
    });
  }

  /** With these of the candidates put in, or taken out. */
  edited(ids: readonly number[]): string {
    const set = ids.map((id) => foundFence(at(this.#fenced.candidates, id), this.#program));
    return editFences(this.#source, fenceEdits(set, this.task)) ?? 'nothing';
  }

  /** What the text should say then. */
  expected(ids: readonly number[]): string {
    const isIn = (id: number): boolean => ids.includes(id) === (this.task === 'add');
    const all = this.#fenced.candidates.map((_, id) => id);
    return canonical(this.#fenced.with(new Set(all.filter(isIn))));
  }
}
