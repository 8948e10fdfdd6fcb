import type { SubjectKind } from '../../lang/program/subject-kind.js';

/** What the text behind an option means. Throws a UsageError that names the option. */
export interface OptionReader<T> {
  (text: string, option: string): T;
  /** All texts it takes, or where there are many, those that one would look for. */
  readonly choices?: readonly string[];
  /** It takes several of them, with commas between. */
  readonly isList?: true;
}

export const commandNames = [
  ...([
    'verify',
    'abstract',
    'check',
    'litmus',
    'fences',
    'simulate',
    'transform',
    'compare',
    'merge',
    'worker',
    'replay',
    'fmt',
    'lsp',
    'dap',
    'serve',
    'samples',
    'init',
    'explain',
    'completion',
  ] as const),
] as const;
export type CommandName = (typeof commandNames)[number];

/** An option of the command line, and all that is known of it. */
export interface OptionRow {
  /** As in `--name`. */
  readonly name: string;
  /** A longer word for it, as in `--language` for `--lang`. */
  readonly alias?: string;
  /** As in `-o`. */
  readonly letter?: string;
  /** Absent: a flag. */
  readonly read?: OptionReader<unknown>;
  /** What it means without a value; then the next word is its value only if that can be read as one. */
  readonly bare?: string;
  /** What stands for its value in docs, as in `--model M`. */
  readonly value?: string;
  /** It may be given several times, and then has several values. */
  readonly repeatable?: true;
  readonly commands: readonly CommandName[];
  /** The kinds of files that it can be asked of; absent: all that the commands take. */
  readonly subjects?: readonly SubjectKind[];
  /** Those whose rows name it (src/engines/X/engine.ts); absent: none does, for it is nothing that an engine looks at, or all do. */
  readonly engines?: readonly string[];
  /** Engines that tell for themselves why they do not take it: their rows refuse it, or take no such files at all. */
  readonly refusedBy?: readonly string[];
  /** Who gives it means this engine. */
  readonly implies?: string;
  /** It says nothing under a model without store buffers. */
  readonly ofBuffers?: true;
  /** What is said to `compare` itself, and not to its runs. */
  readonly notPassedOn?: true;
  /** It says what the command line prints, where, or in how many runs; the library has functions in its place. */
  readonly ofCommandLine?: true;
  /** What it is called in the question to `verify`; a dot stands before a name in a group of names. */
  readonly field?: string;
  /** The value of the field where the option is not given; of a flag that is false, of a repeatable one no value. */
  readonly otherwise?: unknown;
  /** What happens without it, in Markdown; absent: the value of `otherwise` tells. */
  readonly default?: string;
  /** In Markdown. */
  readonly help: string;
}

/** The names of options, each once. */
export const namesOf = (rows: readonly OptionRow[]): readonly string[] => [
  ...new Set(rows.map(({ name }) => name)),
];
