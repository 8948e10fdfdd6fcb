import { UsageError } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../options/kit/readers.js';
import type { Style } from '../../report/style.js';
import { plain } from '../plain-text.js';
import { topics } from './topics.js';
import type { Topic, TopicPart } from './topics.js';

/** All that goes by this name; in any case of letters, an option without its dashes too. Throws a UsageError if nothing does. */
export function topicsNamed(word: string): readonly Topic[] {
  const all = topics();
  const wanted = word.toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase() === wanted);
  if (found.length > 0) return found;
  const bare = wanted.replace(/^-+/, '');
  const near = all.filter(({ name }) => name.replace(/^-+/, '').toLowerCase() === bare);
  if (near.length > 0) return near;
  throw new UsageError(
    `there is nothing called '${word}'`,
    didYouMean(
      word,
      all.map(({ name }) => name),
    ) ??
      'explain knows codes of diagnostics (E201), reasons (overflow), statistics (smtCalls), exit codes (20), memory models (tso), engines, options and languages',
  );
}

/** The names of a kind and what they are, for `explain` without a word. */
export const topicList = (style: Style): string => {
  const all = topics();
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds
    .map((kind) => {
      const names = all.filter((topic) => topic.kind === kind).map(({ name }) => name);
      return [style.bold(`${kind}s`), ...filled(names.join(' '), 96).map((line) => `  ${line}`)].join('\n');
    })
    .join('\n');
};

/** As it is read on a terminal. */
export const topicText = ({ name, title, parts }: Topic, style: Style, width: number): string =>
  [`${style.bold(name)}: ${plain(title)}`, ...parts.flatMap((part) => ['', ...partLines(part, width)])].join(
    '\n',
  );

function partLines(part: TopicPart, width: number): readonly string[] {
  switch (part.kind) {
    case 'text':
      return filled(plain(part.text), Math.min(width, 100));
    case 'listing':
      return [`${part.heading}:`, '', ...part.lines.map((line) => `    ${line}`)];
  }
}

function filled(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > width && current !== '') {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}
