import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { withEngines, withEngineTables } from '../../../tools/gen-docs/engines.js';
import { root } from '../../support/golden.js';

const text = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');

it('docs/usage.md has the tables of engines that `npm run docs` makes', () => {
  const page = text('usage.md');
  expect(page.match(/<!-- engines: /g)).toHaveLength(4);
  expect(page).toBe(withEngineTables(page));
});

it.each(['verify', 'fences'])('the schema %s lists all engines and counters', (name) => {
  const schema: unknown = JSON.parse(text(`schema/${name}.json`));
  expect(schema).toBeInstanceOf(Object);
  expect(JSON.stringify(withEngines(schema instanceof Object ? schema : {}))).toBe(JSON.stringify(schema));
});
