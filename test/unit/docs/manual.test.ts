import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { commands } from '../../../src/cli/commands/index.js';
import { topics } from '../../../src/cli/explain/topics.js';
import { engines } from '../../../src/engines/index.js';
import { languages } from '../../../src/frontends/index.js';
import { slug } from '../../../tools/gen-docs/manual/manual-page.js';
import { manualPages, writeManual } from '../../../tools/gen-docs/manual/write-manual.js';
import { folderWith } from '../../cli/fencepost.js';
import { root } from '../../support/golden.js';

const folder = folderWith({});
const html = new Map<string, string>();
beforeAll(async () => {
  await writeManual(root, folder);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.html')) html.set(name, readFileSync(join(folder, name), 'utf8'));
});

const idsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? ''));

/** Links of a page that lead to no file, or to no heading of it. */
function brokenOn(page: string, text: string): readonly string[] {
  const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? '');
  return links
    .filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path = '', fragment] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      const isThere = existsSync(join(folder, target));
      const there = html.get(target);
      return !isThere || (fragment !== undefined && there !== undefined && !idsOf(there).has(fragment));
    })
    .map((link) => `${page}: ${link}`);
}

describe('the manual', () => {
  it('has no link that leads nowhere', () => {
    expect(html.size).toBeGreaterThan(200);
    expect([...html].flatMap(([page, text]) => brokenOn(page, text))).toEqual([]);
  });

  it('finds a link that does', () => {
    expect(
      brokenOn('index.html', '<a href="nowhere.html">x</a><a href="usage.html#no-such-heading">y</a>'),
    ).toEqual(['index.html: nowhere.html', 'index.html: usage.html#no-such-heading']);
  });

  it('has a page for each command, engine, language, and all else that explain knows', () => {
    const names = [
      ...commands.map(({ name }) => `commands/${name}`),
      ...engines.map(({ name }) => `engines/${name}`),
      ...languages.map(({ language }) => `languages/${language}`),
    ];
    expect(names.filter((name) => !html.has(`reference/${name}.html`))).toEqual([]);
    const reference = [...html.keys()].filter(
      (name) => name.startsWith('reference/') && !name.endsWith('index.html'),
    );
    expect(reference.length).toBe(topics().length + commands.length);
  });

  it('loads nothing from elsewhere, and runs nothing', () => {
    const texts = [...html].filter(([, text]) =>
      /<script|<img[^>]* src="http|<link[^>]* href="http/.test(text),
    );
    expect(texts.map(([name]) => name)).toEqual([]);
  });

  it('has each page in the list of pages, or on a page that is', async () => {
    const linked = new Set(
      [...html].flatMap(([page, text]) =>
        [...text.matchAll(/href="([^"#:]*)/g)].map(([, link]) => normalize(join(dirname(page), link ?? ''))),
      ),
    );
    const pages = await manualPages(root);
    expect(pages.filter(({ target }) => !linked.has(target)).map(({ target }) => target)).toEqual([]);
  });
});

it.each([
  ['Buffers without a bound, any number of processes', 'buffers-without-a-bound-any-number-of-processes'],
  ['`--procs any`', '--procs-any'],
  ["Own words: what's left", 'own-words-whats-left'],
])('the heading %j is called %s in links', (heading, id) => {
  expect(slug(heading.replaceAll('`', ''))).toBe(id);
});
