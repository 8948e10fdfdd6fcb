import { unsupported, wrongQuestion } from '../diagnostics/diagnostic.js';
import type { EngineRow, Relief, Taking } from '../engines/engine-row.js';
import { engines } from '../engines/index.js';
import type { EngineOptions, ProgramQuestion, QuestionsByKind } from '../engines/question.js';
import { subjectKinds } from '../lang/program/subject-kind.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';
import { optionsOf } from '../options/option-table.js';
import { isOfArraysOnly, subjectNames } from '../options/refused-options.js';
import { invariant } from '../support/invariant.js';

const rows: readonly EngineRow[] = engines;

/** A row that takes the question, and why `auto` took it; null: it was asked for by name. */
export interface ChosenEngine<K extends SubjectKind> extends Taker<K> {
  readonly why: string | null;
}

export async function chooseEngine<K extends SubjectKind>(
  kind: K,
  question: QuestionsByKind[K]['question'],
  engine = question.options.engine,
): Promise<ChosenEngine<K>> {
  if (engine !== 'auto') return { ...taker(kind, engine), why: null };
  for (const { row, taking } of takersOf(kind)) {
    const { auto } = taking;
    if (auto !== null && (await auto.when(question))) return { row, taking, why: auto.why };
  }
  invariant(false, 'the last rule takes everything');
}

/** The engine that `auto` comes to when no rule before it applies. */
export const usualEngine = (kind: SubjectKind): string | null =>
  takersOf<SubjectKind>(kind).findLast(({ taking }) => taking.auto !== null)?.row.name ?? null;

/** An engine by its name, for a question of a kind. */
export function taker<K extends SubjectKind>(kind: K, engine: string): Taker<K> {
  const row = rows.find(({ name }) => name === engine);
  if (row === undefined)
    return unsupported(
      `there is no engine '${engine}'`,
      null,
      `there are ${rows.map((r) => r.name).join(', ')}`,
    );
  const taking: Taking<K> | undefined = row.takes[kind];
  if (taking !== undefined) return { row, taking };
  const own = subjectKinds
    .filter((other) => row.takes[other] !== undefined)
    .map((other) => subjectNames[other]);
  const others = takersOf(kind).map((other) => `--engine ${other.row.name} (${other.taking.what})`);
  return unsupported(
    `the ${engine} engine takes no ${subjectNames[kind]}: it takes ${own.join(', ')}`,
    null,
    `there are ${others.join(', ')}`,
  );
}

interface Taker<K extends SubjectKind> {
  readonly row: EngineRow;
  readonly taking: Taking<K>;
}

/** In the order in which `auto` asks them; those that it never takes come last. */
function takersOf<K extends SubjectKind>(kind: K): readonly Taker<K>[] {
  const takers = rows.flatMap((row): readonly Taker<K>[] => {
    const taking: Taking<K> | undefined = row.takes[kind];
    return taking === undefined ? [] : [{ row, taking }];
  });
  const rank = ({ taking }: Taker<K>): number => taking.auto?.rank ?? Infinity;
  return takers.toSorted((a, b) => rank(a) - rank(b));
}

/** Who may help the engine out, with the properties that it takes then. */
export async function reliefOf(
  { row: { name } }: ChosenEngine<'program'>,
  question: ProgramQuestion,
): Promise<{ readonly chosen: ChosenEngine<'program'>; readonly relief: Relief } | null> {
  for (const row of rows) {
    const taking = row.takes.program;
    const relief = taking?.relief;
    if (taking === undefined || relief?.of !== name) continue;
    if ((await relief.takes(question)).length > 0)
      return { chosen: { row, taking, why: relief.why }, relief };
  }
  return null;
}

/** Refuses an option that another engine for array-based systems has, and this one does not. */
export function refuseAlien({ row, taking, why }: ChosenEngine<'array'>, options: EngineOptions): void {
  const values = new Map<string, unknown>(Object.entries(options));
  const given = optionsOf('verify')
    .filter((option) => isOfArraysOnly(option) && (values.get(option.field ?? '') ?? null) !== null)
    .map(({ name }) => name);
  for (const other of takersOf('array')) {
    const isAlien = (name: string): boolean =>
      other.taking.options.includes(name) && !taking.options.includes(name);
    const found = given.find(isAlien);
    if (found === undefined) continue;
    const setting = why === null ? `--engine ${row.name}` : `the ${row.name} engine, which was taken ${why}`;
    wrongQuestion(`--${found} is for the ${other.row.name} engine: it does not go with ${setting}`);
  }
}
