import { allCounters, runCounters } from '../../ask/report.js';
import { reasonTable } from '../../ask/reason-table.js';
import { codes } from '../../diagnostics/codes.js';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { EngineRow } from '../../engines/engine-row.js';
import { engines } from '../../engines/index.js';
import { mainModels } from '../../memory/index.js';
import { tsoN } from '../../memory/tso-n.js';
import type { MemoryModel } from '../../memory/model.js';
import { byBuffering, hasBuffers, roomPerLocation, storesWait } from '../../memory/model-questions.js';
import { languages } from '../../frontends/index.js';
import type { LanguageEntry } from '../../frontends/frontend.js';
import { defaultOf, optionTable, optionsOf } from '../../options/option-table.js';
import { subjectNames } from '../../options/refused-options.js';
import type { OptionRow } from '../../options/kit/row.js';
import { exitMeanings, worstFirst } from '../exit-codes.js';
import { codeExamples } from './code-examples.js';
import type { CodeExample } from './code-examples.js';

/** Something that one may want explained. `explain` prints it, and the manual has a page of it. */
export interface Topic {
  readonly kind: TopicKind;
  /** As it stands in outputs and on command lines. */
  readonly name: string;
  /** In Markdown, as all that follows. */
  readonly title: string;
  readonly parts: readonly TopicPart[];
}

export type TopicKind =
  'diagnostic' | 'reason' | 'statistic' | 'exit code' | 'model' | 'engine' | 'option' | 'language';

export type TopicPart =
  | { readonly kind: 'text'; readonly text: string }
  /** What is written or typed, as it is. */
  | { readonly kind: 'listing'; readonly heading: string; readonly lines: readonly string[] };

const text = (words: string): TopicPart => ({ kind: 'text', text: words });
const listing = (heading: string, lines: readonly string[]): TopicPart => ({
  kind: 'listing',
  heading,
  lines,
});

const engineRows: readonly EngineRow[] = engines;
const enumerated = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** All of them, each name of a kind once. */
export const topics = (): readonly Topic[] => [
  ...Object.entries(codeExamples).flatMap(([code, example]) => (isCode(code) ? [ofCode(code, example)] : [])),
  ...Object.entries(reasonTable).map(([name, { means, helps }]) => ({
    ...{ kind: 'reason' as const, name, title: 'a reason of `unknown`, or of no verdict' },
    parts: [text(sentence(means)), text(`What helps: ${helps}.`)],
  })),
  ...allCounters.map(ofCounter),
  ...Object.entries(exitMeanings).map(([code, meaning]) => ofExitCode(code, meaning)),
  ...[...mainModels, tsoN(1, 'all')].map(ofModel),
  ...engineRows.map(ofEngine),
  ...[...new Set(optionTable.map(({ name }) => name))].map(ofOption),
  ...languages.map(ofLanguage),
];

const isCode = (code: string): code is DiagnosticCode => code in codes;

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function ofCode(code: DiagnosticCode, example: CodeExample): Topic {
  const { severity, title, help } = codes[code];
  return {
    ...{ kind: 'diagnostic', name: code, title: `${severity}: ${title}` },
    parts: [text(help), ...(code === 'E901' ? [] : partsOf(example))],
  };
}

function partsOf(example: CodeExample): readonly TopicPart[] {
  switch (example.kind) {
    case 'command':
      return [listing('As in', [example.line]), listing('Instead', [example.mended])];
    case 'text': {
      const { language, options = [] } = example;
      const asked = options.length === 0 ? '' : `, with ${options.join(' ')}`;
      return [
        listing(`As in this text (${language}${asked})`, example.text.trimEnd().split('\n')),
        listing('Instead', example.mended.trimEnd().split('\n')),
      ];
    }
  }
}

function ofCounter({ name, about }: { readonly name: string; readonly about: string }): Topic {
  const isOfRun = runCounters.some((counter) => counter.name === name);
  const counting = engineRows.filter(({ counters }) => counters.some((counter) => counter.name === name));
  const who = isOfRun
    ? 'Every run has it.'
    : `Counted by ${enumerated(counting.map((row) => row.name))}; 0 where they did not run.`;
  return {
    ...{ kind: 'statistic', name, title: 'a statistic: a field of `stats` in the JSON document' },
    parts: [text(sentence(about)), text(who)],
  };
}

function ofExitCode(name: string, meaning: string): Topic {
  const order = worstFirst.map(String).join(', ');
  return {
    ...{ kind: 'exit code', name, title: 'an exit code' },
    parts: [
      text(sentence(meaning)),
      text(
        `Of several runs the worst code counts, in the order ${order}. 1 is what a crash of Node gives, and no answer.`,
      ),
    ],
  };
}

function ofModel(model: MemoryModel): Topic {
  const { name, title, storeFence } = model;
  const most = storesWait(model)
    ? [
        `No more than ${roomPerLocation(model)} of its writes to a variable wait; the next one is made when there is room. So it has less runs than \`tso\`, and \`safe\` says nothing of those it lacks.`,
      ]
    : [];
  return {
    ...{ kind: 'model', name, title: `a memory model (\`--model\`): ${title}` },
    parts: [
      text([waitingUnder(model), ...most].join(' ')),
      ...(hasBuffers(model)
        ? [
            text(
              `\`fence\` waits until the thread's own writes are in memory; ${storeFence === 'marker' ? '`fence(ww)` keeps later writes behind earlier ones' : '`fence(ww)` does nothing, since writes stay in order'}. Locked actions (\`locked { }\`, \`cas\`, \`xchg\`, \`fetch_add\`) have no write of their thread waiting before and after.`,
            ),
          ]
        : []),
      text('More: [docs/language.md](language.md).'),
    ],
  };
}

function waitingUnder(model: MemoryModel): string {
  const forwarded =
    'The thread itself reads its newest write that waits, the others read what is in memory. So a later load may take effect before an earlier store';
  return byBuffering(model, {
    none: 'Every store is in memory at once, and everybody sees it: one step after the other, as the threads say.',
    fifo: `The writes of a thread wait in one buffer and reach memory in their order, at any time. ${forwarded}.`,
    'fifo-per-location': `The writes of a thread wait in a buffer for each variable: those to one variable reach memory in their order, those to several in any. ${forwarded}, and so may a later store.`,
  });
}

function ofEngine({ name, summary, takes, counters }: EngineRow): Topic {
  const takings = Object.entries(takes).flatMap(([kind, taking]) => {
    const subject = Object.entries(subjectNames).find(([each]) => each === kind)?.[1] ?? kind;
    const condition = taking.auto === null ? [] : [`\`auto\` takes it where ${taking.auto.condition}.`];
    const refused = taking.refuses.map(({ what }) => what);
    return [
      text(
        [
          `Of ${subject}: ${taking.what}.`,
          ...condition,
          ...(refused.length === 0 ? [] : [`It refuses ${refused.join(', ')}.`]),
          ...(taking.options.length === 0
            ? []
            : [`Options: ${enumerated(taking.options.map((o) => `--${o}`))}.`]),
        ].join(' '),
      ),
    ];
  });
  return {
    ...{ kind: 'engine', name, title: 'an engine (`--engine`)' },
    parts: [
      text(`It ${summary}.`),
      ...takings,
      text(`It counts ${enumerated(counters.map((counter) => counter.name))}.`),
    ],
  };
}

function ofOption(name: string): Topic {
  const rows: readonly OptionRow[] = optionTable;
  const meanings = rows.filter((row) => row.name === name);
  const first = meanings[0];
  return {
    ...{ kind: 'option', name: `--${name}`, title: first?.read === undefined ? 'a flag' : 'an option' },
    parts: meanings.flatMap((row) => partsOfOption(row)),
  };
}

function partsOfOption(row: OptionRow): readonly TopicPart[] {
  const { name, value, letter, alias, help, commands, repeatable } = row;
  const spelt = value === undefined ? `--${name}` : `--${name} ${value}`;
  const also = [
    ...(letter === undefined ? [] : [`-${letter}`]),
    ...(alias === undefined ? [] : [`--${alias}`]),
  ];
  const usual = defaultOf(row);
  const engineNames = commands.flatMap((command) =>
    optionsOf(command).flatMap((each) => (each.name === name ? (each.engines ?? []) : [])),
  );
  const choices = row.read?.choices ?? [];
  return [
    text(
      [
        `\`${spelt}\`${also.length === 0 ? '' : ` (also ${enumerated(also)})`}, of ${enumerated(commands)}: ${help}${repeatable === true ? '; repeatable' : ''}.`,
        ...(choices.length === 0 ? [] : [`Values: ${enumerated(choices)}.`]),
        ...(usual === '' ? [] : [`Without it: ${usual}.`]),
        ...(engineNames.length === 0
          ? []
          : [`Engines that look at it: ${enumerated([...new Set(engineNames)])}.`]),
      ].join(' '),
    ),
  ];
}

const pageOfLanguage: Readonly<Record<string, string>> = { fp: 'language.md', c: 'c.md', dve: 'dve.md' };

function ofLanguage({ language, extensions, title, kind }: LanguageEntry): Topic {
  return {
    ...{ kind: 'language', name: language, title: `an input language: ${title}` },
    parts: [
      text(
        `Files end in ${enumerated(extensions)}; others are read by \`--lang ${language}\`. They hold ${subjectNames[kind]}.`,
      ),
      text(
        `More: [docs/${pageOfLanguage[language] ?? 'formats.md'}](${pageOfLanguage[language] ?? 'formats.md'}).`,
      ),
    ],
  };
}
