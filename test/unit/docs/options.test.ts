import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { optionTable, optionsOf } from '../../../src/options/option-table.js';
import { commandNames } from '../../../src/options/kit/row.js';
import type { OptionRow } from '../../../src/options/kit/row.js';
import { tableNamed, withOptionTables } from '../../../tools/gen-docs/options.js';
import { root } from '../../support/golden.js';

const usage = readFileSync(join(root, 'docs/usage.md'), 'utf8');

it('the tables of options in docs/usage.md are what `npm run docs` makes', () => {
  expect(usage).toBe(withOptionTables(usage));
});

it.each(['verify', 'verify abstraction', 'verify arrays', ...commandNames.slice(1), 'all commands'])(
  'docs/usage.md has the table of %s',
  (name) => {
    expect(usage).toContain(`<!-- options: ${name} -->\n\n${tableNamed(name).join('\n')}\n`);
  },
);

it.each(optionTable.map((row: OptionRow) => [row.name, row] as const))(
  '--%s stands there with what it means',
  (name, { help, value }) => {
    const spelt = value === undefined ? `--${name}` : `--${name} ${value}`;
    const line = usage.split('\n').find((each) => each.includes(`\`${spelt}\``) && each.includes(help));
    expect(line).toBeDefined();
  },
);

it.each(commandNames)('%s has no two options of one name', (command) => {
  const names = optionsOf(command).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
