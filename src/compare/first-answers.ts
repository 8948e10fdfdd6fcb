import { textField } from '../support/json-fields.js';
import { questionOf } from './run-plan.js';
import type { RunJob } from './run-plan.js';
import type { RunRecord } from './run-record.js';
import { nothingAsked } from './asked-way.js';

/**
 * Where one answer to a question is enough: who asks the same of the same file in another way is not wanted once there is
 * one. The ways are a portfolio then.
 */
export class FirstAnswers {
  readonly #answered = new Set<string>();
  readonly #ends = new Map<string, AbortController>();

  constructor(
    /** Of a word of the command line: it changes what is asked, and not only how an answer is looked for. */
    private readonly isQuestion: (word: string) => boolean,
  ) {}

  /** Ends the others at once. */
  heard(job: RunJob, record: RunRecord): void {
    const verdict = textField(record.document, 'verdict');
    if (verdict !== 'safe' && verdict !== 'unsafe') return;
    this.#answered.add(this.#groupOf(job));
    this.#end(job).abort();
  }

  isAnswered(job: RunJob): boolean {
    return this.#answered.has(this.#groupOf(job));
  }

  /** Aborted when the job is not wanted any more. */
  endOf(job: RunJob): AbortSignal {
    return this.#end(job).signal;
  }

  #end(job: RunJob): AbortController {
    const group = this.#groupOf(job);
    const end = this.#ends.get(group) ?? new AbortController();
    this.#ends.set(group, end);
    return end;
  }

  /** The question without the way that it is put in: what options say of engines only is different in the ways. */
  #groupOf({ run, repeat }: RunJob): string {
    const words = run.words.filter(this.isQuestion);
    return JSON.stringify([run.file, run.part, repeat, questionOf({ ...run, way: nothingAsked, words })]);
  }
}
