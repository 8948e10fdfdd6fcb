import { blankReport, refusal } from '../ask/report.js';
import type { VerifyReport } from '../ask/report.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { failureOf } from '../library/failure-of.js';
import { messagesOf, toJson } from '../library/tell.js';
import type { OptionValues } from '../options/values.js';
import { jsonText } from '../report/report-json.js';
import { renderFiles } from '../report/files-table.js';
import { at } from '../support/invariant.js';
import type { EndedFor, LastWords } from './apart/work-messages.js';
import type { CommandContext, Invocation } from './command.js';
import { exitCodeOf, ExitCode, worst } from './exit-codes.js';
import { printRuns } from './print-runs.js';

type FilesAsked = Invocation<'verify'>;

/** Verifies one file, has what it comes to told by `tell`, and gives the exit code. */
export type VerifyOne = (
  args: FilesAsked,
  context: CommandContext,
  tell: typeof printRuns,
) => Promise<ExitCode>;

/** What is written for one file, or in another way than the runs of several can be told together. */
const ofOneFile = [
  'evidence',
  'emit-smt2',
  'save-predicates',
  'report',
  'document',
  'portfolio',
  'dump-after',
];

/**
 * Verifies files one after the other. Text comes as it is found, and a table at the end; the JSON document, of all runs,
 * at the end. A file that cannot be read does not keep the others from being verified.
 */
export async function verifyEach(
  args: FilesAsked,
  context: CommandContext,
  verifyOne: VerifyOne,
): Promise<ExitCode> {
  const alone = ofOneFile.find((name) => args.given.has(name));
  if (alone !== undefined)
    throw new UsageError(`--${alone} is about one file, and ${args.files.length} are given`);
  const several = new SeveralFiles(args, context);
  for (const [i, file] of args.files.entries()) {
    if (context.signal.aborted || context.output.closed) break;
    const place = at(args.places, i);
    const one = { ...args, file, files: [file], place, places: [place] };
    several.begins(file);
    try {
      const code = await verifyOne(one, several.contextOf(file), (...told) => several.tell(...told));
      several.ends(code);
    } catch (error) {
      several.fails(file, error);
    }
  }
  return several.finish();
}

class SeveralFiles {
  readonly #runs: VerifyReport[] = [];
  readonly #codes: ExitCode[] = [];

  constructor(
    private readonly args: FilesAsked,
    private readonly context: CommandContext,
  ) {}

  /** If the work is ended now, this file is open. */
  begins(file: string): void {
    this.context.knows((why) => this.#lastWords([openRun(file, why)], why));
  }

  /** What is known of the file goes behind what was found of others. */
  contextOf(file: string): CommandContext {
    return {
      ...this.context,
      knows: (told) =>
        this.context.knows((why) => {
          const { text, code } = told(why);
          if (this.args.json) return this.#lastWords([openRun(file, why)], why);
          return { text: joined(text, this.#table([])), code: worst([...this.#codes, code]), isMore: true };
        }),
    };
  }

  tell(
    runs: readonly VerifyReport[],
    options: Pick<OptionValues<'verify'>, 'json' | 'trace' | 'verbose'>,
    context: CommandContext,
    together = false,
  ): void {
    this.#runs.push(...runs);
    if (this.args.json) for (const text of new Set(runs.flatMap(messagesOf))) context.output.message(text);
    else {
      printRuns(runs, options, context, together);
      context.output.result('\n');
    }
  }

  ends(code: ExitCode): void {
    this.#codes.push(code);
  }

  /** A fault of ours is one of all. */
  fails(file: string, error: unknown): void {
    const { reason, diagnostics } = failureOf(error);
    if (reason === 'bug') throw error;
    const run = refusal(file, reason, diagnostics);
    this.tell([run], { ...this.args }, this.context);
    this.ends(exitCodeOf(run));
  }

  finish(): ExitCode {
    const { output, signal } = this.context;
    output.result(this.args.json ? jsonText(toJson(this.#runs)) : this.#table([]));
    return worst([...this.#codes, ...(signal.aborted ? [ExitCode.Interrupted] : [])]);
  }

  #lastWords(open: readonly VerifyReport[], why: EndedFor): LastWords {
    const runs = [...this.#runs, ...open];
    const interrupted = why === 'interrupted' ? [ExitCode.Interrupted] : [];
    return {
      text: this.args.json ? jsonText(toJson(runs)) : this.#table(open),
      code: worst([...this.#codes, ...open.map(exitCodeOf), ...interrupted]),
      isMore: true,
    };
  }

  #table(open: readonly VerifyReport[]): string {
    const { width, style } = this.context.output;
    return renderFiles([...this.#runs, ...open], { width, style });
  }
}

const joined = (before: string, after: string): string => `${before.trimEnd()}\n\n${after}`;

const openRun = (file: string, reason: EndedFor): VerifyReport => ({
  ...blankReport(file),
  ...{ verdict: 'unknown', reason },
});
