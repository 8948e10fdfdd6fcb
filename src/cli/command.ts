import type { VerifyReport } from '../ask/report.js';
import { inputText } from '../ask/read-source.js';
import type { InputPlace } from '../library/asking.js';
import type { CommandName } from '../options/kit/row.js';
import { valuesOf } from '../options/values.js';
import type { GivenOptions, OptionValues } from '../options/values.js';
import type { EndedFor, LastWords } from './apart/work-messages.js';
import type { ExitCode } from './exit-codes.js';
import type { Output } from './output.js';

/** What a command may use of the world. */
export interface CommandContext {
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** To be told when a run with a time limit begins, or when one has ended (null) and is only told of. */
  readonly begins: (seconds: number | null) => void;
  /** To be told of what is known by now: it is what is printed if the work has to be ended from outside. */
  readonly knows: (told: (why: EndedFor) => LastWords) => void;
  /** All that comes by the standard input, once it has ended. */
  readonly input: () => Promise<Uint8Array>;
  readonly version: string;
  /** All verbs that there are. */
  readonly allCommands: () => Promise<readonly CliCommand[]>;
}

/** What the surroundings of a command line say; the rest is the same everywhere. */
export type Surroundings = Omit<CommandContext, 'version' | 'allCommands'>;

/** The work of a command line that was understood. */
export type Job = (context: CommandContext) => Promise<ExitCode>;

/** The words behind the command. */
export interface CommandWords {
  /** The options as they stand there. */
  readonly given: GivenOptions;
  readonly files: readonly string[];
  /** The first of the files; empty where the command takes none, or none was needed. */
  readonly file: string;
}

/** Words that are no files. */
export interface WordsTaken {
  /** What stands for each of them, in their order, and what it is. */
  readonly names: readonly (readonly [name: string, about: string])[];
  /** So many must be there. */
  readonly least: number;
  /** Names of options are words, too. */
  readonly mayBeOptions?: true;
}

/** A command line that was read: the values of the options, and the words that they are read from. */
export type Invocation<C extends CommandName> = OptionValues<C> &
  CommandWords & {
    /** Where the text of each file is. */
    readonly places: readonly InputPlace[];
    /** The first of the places. */
    readonly place: InputPlace;
  };

/** One verb of the command line; the rows of options say which it takes. */
interface CommandSpec<C extends CommandName> {
  readonly name: C;
  /** How many files it takes; `words`: what it takes are no files, and `words` says what they are. */
  readonly files: 'none' | 'one' | 'several' | 'words';
  readonly words?: WordsTaken;
  /** It takes `-` in the place of a file that is a program, and reads that from the standard input. */
  readonly readsInput?: true;
  /** Whether these options name what else would be files; absent: none does. */
  readonly needsNoFile?: (given: GivenOptions) => boolean;
  readonly about: string;
  /** What the files are. */
  readonly takes: string;
  /** Command lines, and what they are for. */
  readonly examples: readonly (readonly [string, string])[];
  readonly epilogue: string;
  run(args: Invocation<C>, context: CommandContext): Promise<ExitCode>;
  /** The document of `--json` when the command came to nothing; absent: as that of verify. */
  readonly failureDocument?: (report: VerifyReport, version: string) => object;
}

/** A verb, whatever its options. */
export interface CliCommand extends Omit<CommandSpec<CommandName>, 'run'> {
  /** Throws a UsageError for a value that is none. */
  job(words: CommandWords): Job;
}

export const command = <C extends CommandName>(spec: CommandSpec<C>): CliCommand => ({
  ...spec,
  job: (words) => {
    const values = valuesOf(spec.name, words.given);
    return async (context) => {
      const places = await placesOf(words.files, context);
      const [place = { path: '' }] = places;
      const files = places.map(({ path }) => path);
      return spec.run({ ...values, ...words, files, file: place.path, places, place }, context);
    };
  },
});

/** What stands in the place of a file that is the standard input, and what messages call that. */
export const inputWord = '-';
const inputName = '<stdin>';

/** What messages call a file of the command line. */
export const shownName = (file: string): string => (file === inputWord ? inputName : file);

async function placesOf(files: readonly string[], context: CommandContext): Promise<readonly InputPlace[]> {
  if (!files.includes(inputWord)) return files.map((path) => ({ path }));
  const text = inputText(await context.input());
  return files.map((path) => (path === inputWord ? { path: inputName, text } : { path }));
}

/** What is told goes to another thread each time: that is to take no more than a tenth of the time of the process. */
const mostTelling = 0.1;

/** Leaves out some of what is told very often. */
export function sparing(knows: CommandContext['knows']): CommandContext['knows'] {
  let spent = 0;
  return (told) => {
    const began = performance.now();
    if (spent > mostTelling * began) return;
    knows(told);
    spent += performance.now() - began;
  };
}
