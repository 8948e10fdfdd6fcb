import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ManualPage } from './manual-page.js';

/** In the order of the list of pages; what is in none of them stands under the last. */
const groups: readonly (readonly [group: string, sources: readonly RegExp[]])[] = [
  ['Start', [/^README\.md$/, /^docs\/tour\.md$/]],
  ['Tutorials', [/^docs\/tutorials\//]],
  [
    'Using fencepost',
    [
      /^docs\/(usage|language|fences|runs|robustness|evidence|exports|library|compare|clusters|report|editors|playground)\.md$/,
    ],
  ],
  ['Input languages', [/^docs\/(formats|c|dve)\.md$/]],
  ['How engines work', [/^docs\/engines\/(?!.*(figures|agreement))/]],
  ['Figures', [/figures|agreement|strategies|results|assurance/]],
  ['The project', [/./]],
];

/** The pages that people have written: those of docs, and what they link to beside it. */
export function writtenPages(root: string): readonly ManualPage[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort();
  const pages = ['README.md', ...inDocs, 'CONTRIBUTING.md', 'CHANGELOG.md'].map((source) => {
    const markdown = readFileSync(join(root, source), 'utf8');
    return {
      source,
      target: targetOf(source),
      title: titleOf(markdown, source),
      markdown,
      group: groupOf(source),
    };
  });
  const rank = ({ group }: ManualPage): number => groups.findIndex(([name]) => name === group);
  return pages.toSorted((a, b) => rank(a) - rank(b));
}

function targetOf(source: string): string {
  if (source === 'README.md') return 'index.html';
  return source
    .replace(/^docs\//, '')
    .replace(/\.md$/, '.html')
    .toLowerCase();
}

const titleOf = (markdown: string, source: string): string => /^# (.*)$/m.exec(markdown)?.[1] ?? source;

const groupOf = (source: string): string =>
  groups.find(([, patterns]) => patterns.some((pattern) => pattern.test(source)))?.[0] ?? 'The project';
