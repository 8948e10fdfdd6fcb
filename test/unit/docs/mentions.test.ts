import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { layers } from '../../../tools/check-layers/table.js';
import { root } from '../../support/golden.js';

const listed = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));

const files = ['src', 'passes', 'test', 'tools', 'docs', 'grammars', 'samples'].flatMap(listed);
const folders = new Set(files.flatMap((file) => ancestors(dirname(file))));
const pages = [...listed('docs').filter((file) => file.endsWith('.md')), 'CONTRIBUTING.md', 'README.md'];

function ancestors(path: string): readonly string[] {
  return path === '.' ? [] : [path, ...ancestors(dirname(path))];
}

/** With `X` and `my-` for what the reader fills in. */
const isPattern = (path: string): boolean => /(^|\/)(X|my-)/.test(path);

const endsIn = (path: string, all: Iterable<string>): boolean =>
  [...all].some((known) => known === path || known.endsWith(`/${path}`));

function unknownIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/(?<![\w/.-])([\w-]+(?:\/[\w.-]+)*\.(?:ts|mjs|tsv|md|ne))\b/g)].map(
    ([path]) => path,
  );
  const rooms = [...text.matchAll(/`((?:src|passes|tools|test)(?:\/[\w-]+)+)`/g)].map(
    ([, path]) => path ?? '',
  );
  return [
    ...named.filter(
      (path) =>
        !endsIn(path, [...files, ...pages, 'CHANGELOG.md']) &&
        !pages.includes(normalize(join(dirname(page), path))),
    ),
    ...rooms.filter((path) => !folders.has(path)),
  ].filter((path) => !isPattern(path));
}

describe('what pages say of the tree', () => {
  it.each(pages)('%s names files and folders that there are', (page) => {
    expect(unknownIn(page)).toEqual([]);
  });

  it('is true of what comments name', () => {
    const sources = [...listed('src'), ...listed('passes')].filter((file) => !file.includes('/generated/'));
    expect(sources.flatMap((file) => unknownIn(file).map((path) => `${file}: ${path}`))).toEqual([]);
  });

  it('ARCHITECTURE.md has a row for each folder of the import rule', () => {
    const text = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
    const rows = new Set([...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path));
    const ruled = layers.map(({ path }) => path).filter((path) => path.endsWith('/'));
    const name = (path: string): string =>
      /^(src\/(frontends|engines|exporters)|tools)\/$/.test(path) ? `${path}X` : path.slice(0, -1);
    expect(ruled.map(name).filter((path) => !rows.has(path))).toEqual([]);
  });
});
