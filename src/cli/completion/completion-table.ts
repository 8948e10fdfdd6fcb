import { allSamples } from '../../library/package-samples.js';
import { languages } from '../../frontends/index.js';
import { optionsOf } from '../../options/option-table.js';
import type { OptionRow } from '../../options/kit/row.js';
import { assertNever } from '../../support/invariant.js';
import type { CliCommand } from '../command.js';
import { topics } from '../explain/topics.js';
import { plain } from '../plain-text.js';
import { shells } from './shells.js';

/** What a shell is told of the command line; the scripts for all shells are made from it. */
export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** What stands behind it that is no option; files, where it is empty. */
  readonly words: readonly string[];
}

export interface CompletedOption {
  readonly name: string;
  readonly letter: string | null;
  readonly about: string;
  readonly isRepeatable: boolean;
  readonly value: CompletedValue;
}

export type CompletedValue =
  /** It is a flag. */
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly shown: string }
  | { readonly kind: 'folder'; readonly shown: string }
  | {
      readonly kind: 'choice';
      readonly shown: string;
      readonly choices: readonly string[];
      readonly isList: boolean;
    }
  /** A number, an expression. */
  | { readonly kind: 'other'; readonly shown: string };

export const completionTable = (commands: readonly CliCommand[]): readonly CompletedCommand[] =>
  commands.map(({ name, about, files }) => ({
    ...{ name, about },
    options: [...optionsOf(name).map(completedOption), help],
    words: files === 'words' ? wordsOf(name) : [],
  }));

const help: CompletedOption = {
  ...{ name: 'help', letter: 'h', about: 'what the command does, and its options' },
  ...{ isRepeatable: false, value: { kind: 'none' } },
};

function completedOption(row: OptionRow): CompletedOption {
  const { name, letter = null, repeatable } = row;
  return { name, letter, about: plain(row.help), isRepeatable: repeatable === true, value: valueOf(row) };
}

function valueOf({ name, read, value = 'VALUE' }: OptionRow): CompletedValue {
  if (read === undefined) return { kind: 'none' };
  if (/^(FILE|OUT|IN)$/.test(value)) return { kind: 'file', shown: value };
  if (value === 'DIR') return { kind: 'folder', shown: value };
  // The reader of a file checks its name, so that the error is about the file.
  const choices = name === 'lang' ? languages.map(({ language }) => language) : (read.choices ?? []);
  if (choices.length === 0) return { kind: 'other', shown: value };
  return { kind: 'choice', shown: value, choices, isList: read.isList === true };
}

function wordsOf(command: CliCommand['name']): readonly string[] {
  switch (command) {
    case 'explain':
      // An exit code or an option is as well named by its digits or letters alone.
      return [...new Set(topics().map(({ name }) => name.replace(/^--/, '')))];
    case 'completion':
      return shells;
    case 'samples':
      return ['show', 'copy', ...new Set(allSamples().map(({ family }) => family))];
    default:
      return [];
  }
}

/** What a shell looks up behind an option: the cases that all scripts have. */
export const isChosen = (
  option: CompletedOption,
): option is CompletedOption & { readonly value: Extract<CompletedValue, { kind: 'choice' }> } =>
  option.value.kind === 'choice';

/** Whether a value follows. */
export function takesValue({ value }: CompletedOption): boolean {
  switch (value.kind) {
    case 'none':
      return false;
    case 'file':
    case 'folder':
    case 'choice':
    case 'other':
      return true;
    default:
      return assertNever(value);
  }
}
