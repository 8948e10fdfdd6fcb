import type { CliCommand } from '../../../src/cli/command.js';
import { positionalsOf } from '../../../src/cli/help.js';
import { topics } from '../../../src/cli/explain/topics.js';
import type { Topic, TopicKind, TopicPart } from '../../../src/cli/explain/topics.js';
import { defaultOf, optionsOf } from '../../../src/options/option-table.js';
import type { OptionRow } from '../../../src/options/kit/row.js';
import type { ManualPage } from './manual-page.js';

const folders: Readonly<Record<TopicKind, readonly [folder: string, title: string]>> = {
  diagnostic: ['diagnostics', 'Diagnostics'],
  reason: ['reasons', 'Reasons of unknown'],
  statistic: ['statistics', 'Statistics'],
  'exit code': ['exit-codes', 'Exit codes'],
  model: ['models', 'Memory models'],
  engine: ['engines', 'Engines'],
  option: ['options', 'Options'],
  language: ['languages', 'Input languages, at a glance'],
};

const reference = 'Reference';

/** What is made of tables: a page for each command, and of all that `explain` explains; and a list of each kind. */
export function referencePages(commands: readonly CliCommand[], usage: string): readonly ManualPage[] {
  const all = topics();
  const kinds = Object.entries(folders).map(([kind, [folder, title]]) => ({
    ...{ folder, title },
    topics: all.filter((topic) => topic.kind === kind),
  }));
  return [
    commandList(commands),
    ...commands.map((command) => commandPage(command, usage)),
    ...kinds.flatMap(({ folder, title, topics: some }) => [
      listPage(folder, title, some),
      ...some.map((topic) => topicPage(folder, topic)),
    ]),
  ];
}

/** Pages that stand in no list of pages but in one of their own. */
export const isListed = ({ target, group }: ManualPage): boolean =>
  group !== reference || target.endsWith('/index.html');

const page = (path: string, title: string, lines: readonly string[]): ManualPage => ({
  source: `docs/reference/${path}.md`,
  target: `reference/${path}.html`,
  ...{ title, group: reference },
  markdown: [`# ${title}`, '', ...lines, ''].join('\n'),
});

const commandList = (commands: readonly CliCommand[]): ManualPage =>
  page('commands/index', 'Commands', [
    ...commands.map(({ name, about }) => `- [\`fencepost ${name}\`](${name}.md): ${about}`),
    '',
    'How they go together is in [usage](../../usage.md).',
  ]);

/** `usage`: the page that tells more of most commands. */
function commandPage(command: CliCommand, usage: string): ManualPage {
  const { name, about, examples, epilogue } = command;
  const words = positionalsOf(command);
  return page(`commands/${name}`, `fencepost ${name}`, [
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    '',
    `    fencepost ${[name, '[options]', ...words.map(({ shown }) => shown)].join(' ')}`,
    '',
    ...words.map(({ word, what }) => `- \`${word}\`: ${what}`),
    '',
    '## Examples',
    '',
    ...examples.flatMap(([line, what]) => [`    fencepost ${line}    # ${what}`]),
    '',
    '## Options',
    '',
    ...optionLines(optionsOf(name)),
    '',
    ...(epilogue.startsWith('Exit codes:') ? [`See [exit codes](../exit-codes/index.md).`] : [epilogue]),
    '',
    `[More about it](../../usage.md${usage.includes(`\n## ${name}\n`) ? `#${name}` : ''}), and [all commands](index.md).`,
  ]);
}

const optionLines = (rows: readonly OptionRow[]): readonly string[] =>
  rows.length === 0
    ? ['None.']
    : [
        '| option | meaning | default |',
        '| --- | --- | --- |',
        ...rows.map((row) => `| ${spelt(row)} | ${atDepth(row.help)} | ${defaultOf(row)} |`),
      ];

const spelt = ({ name, value }: OptionRow): string =>
  `[\`--${name}${value === undefined ? '' : ` ${value}`}\`](../options/${name}.md)`;

const listPage = (folder: string, title: string, some: readonly Topic[]): ManualPage =>
  page(`${folder}/index`, title, [
    ...some.map((topic) => `- [\`${topic.name}\`](${fileOf(topic)}.md): ${summary(topic)}`),
    '',
    '`fencepost explain` tells the same on a terminal.',
  ]);

function topicPage(folder: string, topic: Topic): ManualPage {
  const { name, title, parts } = topic;
  return page(`${folder}/${fileOf(topic)}`, `\`${name}\``, [
    `${title.charAt(0).toUpperCase()}${title.slice(1)}.`,
    ...parts.flatMap((part) => ['', ...partLines(part)]),
    '',
    `[All of these](index.md)`,
  ]);
}

const fileOf = ({ name }: Topic): string => name.replace(/^--/, '');

function summary({ kind, title, parts }: Topic): string {
  if (kind === 'diagnostic') return title;
  const [first] = parts;
  return first?.kind === 'text' ? atDepth(first.text) : title;
}

function partLines(part: TopicPart): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [atDepth(part.text)];
    case 'listing':
      return [`${part.heading}:`, '', ...part.lines.map((line) => `    ${line}`)];
  }
}

/** Links in tables are as they stand on pages of docs; those of the reference are two folders deeper. */
const atDepth = (markdown: string): string =>
  markdown.replaceAll(/\]\((?!https?:)(#?)/g, (_, hash: string) =>
    hash === '' ? '](../../' : '](../../usage.md#',
  );
