import { join } from 'node:path';
import { list, member, readJson, text } from './json.js';

/** One entry of expected.json: what herd7 says. */
export interface ExpectedTest {
  readonly file: string;
  readonly name: string;
  readonly quantifier: string;
  readonly condition: string;
  readonly models: ReadonlyMap<string, ExpectedOutcome>;
}

export interface ExpectedOutcome {
  readonly verdict: string;
  readonly observation: string;
  readonly states: readonly string[];
}

export function readExpected(folder: string): readonly ExpectedTest[] {
  return list(readJson(join(folder, 'expected.json'))).map((entry) => ({
    file: text(entry, 'file'),
    name: text(entry, 'name'),
    quantifier: text(entry, 'quantifier'),
    condition: text(entry, 'condition'),
    models: new Map(
      Object.entries(member(entry, 'models')).map(([model, outcome]) => [model, readOutcome(outcome)]),
    ),
  }));
}

const readOutcome = (value: unknown): ExpectedOutcome => ({
  verdict: text(value, 'verdict'),
  observation: text(value, 'observation'),
  states: list(member(value, 'states')).map(String),
});
