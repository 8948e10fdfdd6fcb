import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { strategies } from '../../../src/abstraction/discover/strategies/index.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { fencepost } from '../../cli/fencepost.js';
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

/** What `verify --verbose` tells of finding predicates, line by line. */
async function told(strategy: string): Promise<readonly string[]> {
  const file = join(folder, 'orders.fp');
  writeFileSync(file, `${block('program')}\n`);
  const asked = ['--engine', 'abstract', '--refine', strategy, '--verbose'];
  const { code, stderr } = await fencepost(['verify', file, ...asked]);
  expect(code).toBe(0);
  return stderr
    .split('\n')
    .map((line) => line.replace(/^model sc: /, ''))
    .filter((line) => /^(?:iteration \d| {2}.*\(\w+(?:,|\)))/.test(line));
}

const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length <= first + last + 1 ? lines : [...lines.slice(0, first), '...', ...lines.slice(-last)];

/** How many states a search has depends on what was observed when the program was run, and so on the time that there was for it. */
const withoutCounts = (line: string): string => line.replace(/ \d+ states/, '');

/** Those of the lines that the others lack, in their order. */
function missingIn(lines: readonly string[], wanted: readonly string[]): readonly string[] {
  let next = 0;
  return wanted.filter((line) => {
    const place = lines.indexOf(line, next);
    if (place !== -1) next = place + 1;
    return place === -1;
  });
}

it.each(strategies.map(({ name }) => name))(
  'docs/strategies.md quotes what %s finds (UPDATE_GOLDEN=1 writes it anew)',
  async (name) => {
    const found = await told(name);
    if (process.env['UPDATE_GOLDEN'] === '1') write(`found: ${name}`, shortened(found).join('\n'));
    const quoted = block(`found: ${name}`).split('\n');
    const wanted = quoted.filter((line) => line !== '...').map(withoutCounts);
    expect(missingIn(found.map(withoutCounts), wanted)).toEqual([]);
    expect(wanted.some((line) => line.includes(`(${name}, `))).toBe(true);
  },
);
