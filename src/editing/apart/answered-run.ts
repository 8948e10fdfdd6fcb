import { field, listField, numberField, textField } from '../../support/json-fields.js';

/** What of a document of `verify --json` is shown, read from JSON. */
export interface ToldAnswer {
  readonly file: string | null;
  readonly model: string | null;
  readonly verdict: 'safe' | 'unsafe' | 'unknown' | null;
  readonly reason: string | null;
  readonly errors: readonly string[];
  readonly seconds: number | null;
  readonly properties: readonly ToldProperty[];
  /** The counterexample of the property that the document is about. */
  readonly run: AnsweredRun | null;
}

export interface ToldProperty {
  readonly name: string;
  /** It is `unsafe` where nothing reaches it, and has a run where one does. */
  readonly isGoal: boolean;
  readonly line: number | null;
  readonly verdict: string;
  readonly reason: string | null;
  readonly run: AnsweredRun | null;
}

/** A counterexample, or a run that reaches a goal, state by state. */
export interface AnsweredRun {
  readonly property: string | null;
  readonly isReached: boolean;
  readonly conclusion: string | null;
  readonly initial: ToldState;
  readonly steps: readonly ToldStep[];
  /** Of a run without end: after the last step it goes on at this one. */
  readonly cycle: number | null;
}

export interface ToldStep {
  readonly thread: string;
  readonly line: number | null;
  readonly action: string;
  readonly after: ToldState;
}

export type ToldValue = number | string | boolean;

export interface ToldState {
  readonly memory: ReadonlyMap<string, ToldValue>;
  readonly locals: ReadonlyMap<string, ToldValue>;
  /** For each thread that has any, its buffered writes, oldest first: `x=1`. */
  readonly buffers: ReadonlyMap<string, readonly string[]>;
}

/** Null: this is no such document. */
export function answerIn(document: unknown): ToldAnswer | null {
  const verdict = verdictIn(document);
  if (verdict === undefined || field(document, 'tool') !== 'fencepost') return null;
  const isReached = verdict === 'safe';
  const property = isReached ? reachedIn(document) : textField(document, 'property');
  const run = runIn(document, { property, isReached }, stateIn(field(document, 'initial')));
  const initial = run?.initial ?? null;
  return {
    ...{ verdict, run },
    file: textField(document, 'file'),
    model: textField(document, 'model'),
    reason: textField(document, 'reason'),
    errors: listField(document, 'errors').map((error) => textField(error, 'message') ?? ''),
    seconds: numberField(field(document, 'stats'), 'seconds'),
    properties: listField(document, 'properties').map((each) => propertyIn(each, initial)),
  };
}

/** The goal that the run of the answer reaches. */
const reachedIn = (document: unknown): string | null =>
  listField(document, 'properties').flatMap((each) =>
    isGoalIn(each) && Array.isArray(field(each, 'trace')) ? (textField(each, 'name') ?? []) : [],
  )[0] ?? null;

const isGoalIn = (property: unknown): boolean => textField(property, 'kind') === 'goal';

/** What a run comes to. */
export const outcomeOf = ({ property, isReached }: AnsweredRun): string =>
  `${property ?? 'a property'} is ${isReached ? 'reached' : 'violated'}`;

function verdictIn(document: unknown): ToldAnswer['verdict'] | undefined {
  const verdict = field(document, 'verdict');
  return verdict === 'safe' || verdict === 'unsafe' || verdict === 'unknown' || verdict === null
    ? verdict
    : undefined;
}

/** Runs of several properties begin in the state that the document tells. */
function propertyIn(property: unknown, initial: ToldState | null): ToldProperty {
  const name = textField(property, 'name') ?? '';
  const isGoal = isGoalIn(property);
  return {
    name,
    isGoal,
    line: numberField(property, 'line'),
    verdict: textField(property, 'verdict') ?? 'unknown',
    reason: textField(property, 'reason'),
    run: runIn(property, { property: name, isReached: isGoal }, initial),
  };
}

function runIn(
  value: unknown,
  about: Pick<AnsweredRun, 'property' | 'isReached'>,
  initial: ToldState | null,
): AnsweredRun | null {
  if (!Array.isArray(field(value, 'trace'))) return null;
  return {
    ...about,
    conclusion: textField(value, 'conclusion'),
    initial: initial ?? noState,
    steps: listField(value, 'trace').map((step) => ({
      thread: textField(step, 'thread') ?? '',
      line: numberField(step, 'line'),
      action: textField(step, 'action') ?? '',
      after: stateIn(step) ?? noState,
    })),
    cycle: numberField(value, 'cycle'),
  };
}

const noState: ToldState = { memory: new Map(), locals: new Map(), buffers: new Map() };

function stateIn(value: unknown): ToldState | null {
  if (typeof value !== 'object' || value === null) return null;
  return {
    memory: valuesIn(field(value, 'memory')),
    locals: valuesIn(field(value, 'locals')),
    buffers: new Map(
      entriesOf(field(value, 'buffers')).map(([name, list]) => [
        name,
        Array.isArray(list) ? list.map(String) : [],
      ]),
    ),
  };
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const valuesIn = (value: unknown): ReadonlyMap<string, ToldValue> =>
  new Map(
    entriesOf(value).flatMap(([name, each]) =>
      typeof each === 'number' || typeof each === 'string' || typeof each === 'boolean' ? [[name, each]] : [],
    ),
  );
