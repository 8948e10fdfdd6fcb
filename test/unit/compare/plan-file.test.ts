import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from '@jest/globals';
import { readPlan } from '../../../src/compare/plan-file.js';
import { givenBy } from '../../../src/options/call-options.js';
import { field } from '../../../src/support/json-fields.js';

const plan = {
  schema: 1,
  title: 'with and without the reduction',
  files: ['mutex/*.fp'],
  models: ['tso', 'pso'],
  timeout: 60,
  parts: [
    { name: 'reduced', engines: ['explicit'] },
    { name: 'plain', engines: ['explicit'], por: 'off', timeout: 120, files: ['small.fp'] },
  ],
};
const schema: unknown = JSON.parse(readFileSync('docs/schema/plan.json', 'utf8'));

const refusals: readonly (readonly [unknown, string])[] = [
  [[], 'no JSON object'],
  [{ files: ['a.fp'] }, '"schema" is not 1'],
  [{ schema: 1, files: 'a.fp' }, '"files" is no list'],
  [{ schema: 1, files: ['a.fp', 7] }, '"files" is no list'],
  [{ schema: 1, parts: [] }, '"parts" is no list'],
  [{ schema: 1, parts: [7] }, 'a part is no object'],
  [{ schema: 1, parts: [{ name: 'a' }, { name: 'a' }] }, 'two parts are called "a"'],
  [{ schema: 1, files: ['a.fp'], jobs: 2 }, '"jobs" is said on the command line'],
];

describe('a plan', () => {
  it('has parts, each with what is said of all and of itself', () => {
    expect(readPlan(JSON.stringify(plan))).toEqual([
      {
        name: 'reduced',
        files: ['mutex/*.fp'],
        options: { models: ['tso', 'pso'], timeout: 60, engines: ['explicit'] },
      },
      {
        name: 'plain',
        files: ['small.fp'],
        options: { models: ['tso', 'pso'], timeout: 120, engines: ['explicit'], por: 'off' },
      },
    ]);
    expect(readPlan('{"schema": 1, "files": ["a.fp"]}')).toEqual([
      { name: null, files: ['a.fp'], options: {} },
    ]);
  });

  it.each(refusals)('%j is none: %s', (text, why) => {
    expect(readPlan(JSON.stringify(text))).toContain(why);
  });

  it('is as its schema says, and what the schema names are options', () => {
    const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
    const isPlan = ajv.compile(typeof schema === 'object' && schema !== null ? schema : {});
    expect(isPlan(plan)).toBe(true);
    for (const [wrong] of refusals.slice(0, 7).filter(([, why]) => !why.startsWith('two parts')))
      expect(isPlan(wrong)).toBe(false);
    const named = field(field(field(schema, 'definitions'), 'part'), 'properties');
    const samples = { number: 1, array: [], string: 'x' };
    for (const [name, about] of Object.entries(named ?? {})) {
      if (name === 'name' || name === 'files') continue;
      const type = field(about, 'type');
      const value = type === 'number' || type === 'array' ? samples[type] : samples.string;
      expect([...givenBy('compare', { [name]: value }).keys()]).toHaveLength(1);
    }
  });
});
