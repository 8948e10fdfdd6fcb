import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../src/support/check.js';

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
  const document: unknown = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  return list(document).map((entry) => ({
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

function member(value: unknown, name: string): object {
  const found = get(value, name);
  invariant(typeof found === 'object' && found !== null, `expected.json has an object or a list as ${name}`);
  return found;
}

function text(value: unknown, name: string): string {
  const found = get(value, name);
  invariant(typeof found === 'string', `expected.json has a text as ${name}`);
  return found;
}

function get(value: unknown, name: string): unknown {
  invariant(typeof value === 'object' && value !== null, 'expected.json has objects as entries');
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

function list(value: unknown): readonly unknown[] {
  invariant(Array.isArray(value), 'expected.json has lists of tests and of states');
  return value;
}
