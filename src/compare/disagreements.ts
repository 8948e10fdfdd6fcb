import { resolve } from 'node:path';
import { listField, textField } from '../support/json-fields.js';
import type { FinishedRun } from './run-record.js';
import { nameOf } from './run-plan.js';

/** Two runs that cannot both be right: one of them shows a bug of ours. */
export interface Disagreement {
  readonly file: string;
  readonly model: string;
  /** Null: of all together. */
  readonly property: string | null;
  /** Names of runs. */
  readonly safe: string;
  readonly unsafe: string;
}

interface RunAnswer {
  readonly run: string;
  readonly verdict: string;
  /** For what it holds alone: other questions may have other answers. */
  readonly onlyFor: readonly string[];
}

/**
 * Where the same question about the same file was answered `safe` by one run and `unsafe` by another. Options that say how an
 * engine works are no part of the question; `isQuestion` tells of a word whether it is.
 */
export function disagreements(
  finished: readonly FinishedRun[],
  isQuestion: (word: string) => boolean,
): readonly Disagreement[] {
  const answers = new Map<
    string,
    { readonly about: Omit<Disagreement, 'safe' | 'unsafe'>; readonly of: RunAnswer[] }
  >();
  for (const { job, record } of finished) {
    const { file, model, words } = job.run;
    const question = words.filter(isQuestion).sort();
    const onlyFor = listField(record.document, 'limitations').filter((text) => typeof text === 'string');
    for (const { property, verdict } of verdictsIn(record.document)) {
      // A file may be named in several ways.
      const key = JSON.stringify([resolve(file), model, question, property]);
      const entry = answers.get(key) ?? { about: { file, model, property }, of: [] };
      answers.set(key, entry);
      entry.of.push({ run: nameOf(job.run), verdict, onlyFor: onlyFor.filter(isRestriction) });
    }
  }
  return [...answers.values()].flatMap(({ about, of }) => contradictionIn(about, of));
}

/** As engines tell it: `This holds for at most 3 processes`. */
const isRestriction = (text: string): boolean => /^This (holds|is) for /.test(text);

function contradictionIn(
  about: Omit<Disagreement, 'safe' | 'unsafe'>,
  answers: readonly RunAnswer[],
): readonly Disagreement[] {
  const unsafe = answers.filter(({ verdict }) => verdict === 'unsafe');
  for (const { run, verdict, onlyFor } of answers) {
    if (verdict !== 'safe') continue;
    const other = unsafe.find((each) => onlyFor.every((text) => each.onlyFor.includes(text)));
    if (other !== undefined) return [{ ...about, safe: run, unsafe: other.run }];
  }
  return [];
}

function verdictsIn(
  document: object,
): readonly { readonly property: string | null; readonly verdict: string }[] {
  const properties = listField(document, 'properties');
  const told = properties.length === 0 ? [document] : properties;
  return told.flatMap((each) => {
    const verdict = textField(each, 'verdict');
    if (verdict !== 'safe' && verdict !== 'unsafe') return [];
    return [{ property: properties.length === 0 ? null : (textField(each, 'name') ?? ''), verdict }];
  });
}

/** `sb.fp tso, property p: safe says ..., unsafe says ...`. */
export function disagreementText({ file, model, property, safe, unsafe }: Disagreement): string {
  const what = property === null ? '' : `, property ${property}`;
  return `${file}: ${model}${what}: two runs contradict each other: safe says '${safe}', unsafe says '${unsafe}'`;
}
