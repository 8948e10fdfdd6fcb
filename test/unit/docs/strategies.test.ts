import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { strategies } from '../../../src/abstraction/discover/strategies/index.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { inProcess } from '../../cli/in-process.js';
import { root } from '../../support/golden.js';

const page = join(root, 'docs/strategies.md');
const text = readFileSync(page, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-strategies-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What stands between `<!-- NAME -->` and `<!-- end -->`, without the indentation of code. */
function block(name: string): string {
  const parts = text.split(`<!-- ${name} -->\n\n`);
  invariant(parts.length === 2, `the page has one place for ${name}`);
  const [shown = ''] = at(parts, 1).split('\n\n<!-- end -->');
  return shown.replaceAll(/^ {4}/gm, '');
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

/** What runs of the program show depends on how fast they are, and the states of a search that is told of it, too. */
const withoutStates = (lines: string): string => lines.replaceAll(/: \d+ states/g, '');

it.each(strategies.map(({ name }) => name))(
  'docs/strategies.md quotes what %s finds (UPDATE_GOLDEN=1 writes it anew)',
  async (name) => {
    const found = await told(name);
    const isWritten = process.env['UPDATE_GOLDEN'] === '1';
    if (isWritten) {
      const now = readFileSync(page, 'utf8');
      const [before = '', after = ''] = now.split(`<!-- found: ${name} -->\n\n`);
      const rest = after.slice(after.indexOf('\n\n<!-- end -->'));
      writeFileSync(page, `${before}<!-- found: ${name} -->\n\n${found.replaceAll(/^/gm, '    ')}${rest}`);
    }
    const quoted = isWritten ? found : block(`found: ${name}`);
    expect(withoutStates(quoted)).toBe(withoutStates(found));
    expect(found).toMatch(new RegExp(`\\(${name}, `));
  },
);
