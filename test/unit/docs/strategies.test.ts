import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { strategies } from '../../../src/abstraction/discover/strategies/index.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { inProcess } from '../../cli/in-process.js';
import { root } from '../../support/golden.js';

const page = join(root, 'docs/strategies.md');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-strategies-'));
afterAll(() => rmSync(folder, { recursive: true }));

const begin = (name: string): string => `<!-- ${name} -->\n\n`;
const end = '\n\n<!-- end -->';

/** The page around and in the place of that name. */
function parted(name: string): readonly [before: string, shown: string, after: string] {
  const parts = readFileSync(page, 'utf8').split(begin(name));
  invariant(parts.length === 2, `the page has one place for ${name}`);
  const [before, rest] = [at(parts, 0), at(parts, 1)];
  return [before, rest.slice(0, rest.indexOf(end)), rest.slice(rest.indexOf(end))];
}

/** What is quoted, without the indentation of code. */
const block = (name: string): string => parted(name)[1].replaceAll(/^ {4}/gm, '');

function write(name: string, quoted: string): void {
  const [before, , after] = parted(name);
  writeFileSync(page, `${before}${begin(name)}${quoted.replaceAll(/^/gm, '    ')}${after}`);
}

/** A page has room for so many lines of a search, and the last ones. */
const [first, last] = [13, 4];

/** What `verify --verbose` tells of finding predicates. */
async function told(strategy: string): Promise<string> {
  const file = join(folder, 'orders.fp');
  writeFileSync(file, `${block('program')}\n`);
  const asked = ['--engine', 'abstract', '--refine', strategy, '--verbose'];
  const { code, stderr } = await inProcess(['verify', file, ...asked]);
  expect(code).toBe(0);
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^model sc: /, ''))
    .filter((line) => /^(?:iteration \d| {2}.*\(\w+(?:,|\)))/.test(line));
  const shortened = [...lines.slice(0, first), '...', ...lines.slice(-last)];
  return (lines.length <= first + last + 1 ? lines : shortened).join('\n');
}

it.each(strategies.map(({ name }) => name))(
  'docs/strategies.md quotes what %s finds (UPDATE_GOLDEN=1 writes it anew)',
  async (name) => {
    const found = await told(name);
    if (process.env['UPDATE_GOLDEN'] === '1') write(`found: ${name}`, found);
    expect(block(`found: ${name}`)).toBe(found);
    expect(found).toMatch(new RegExp(`\\(${name}, `));
  },
);
