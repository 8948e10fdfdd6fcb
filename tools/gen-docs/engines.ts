import type { EngineRow } from '../../src/engines/engine-row.js';
import { engines } from '../../src/engines/index.js';
import type { SubjectKind } from '../../src/lang/program/subject-kind.js';
import { allCounters, runCounters } from '../../src/ask/report.js';

const rows: readonly EngineRow[] = engines;

/** docs/usage.md with its tables of engines made anew: each stands between a comment that names it and one that ends it. */
export const withEngineTables = (page: string): string =>
  page.replaceAll(
    /(<!-- engines: (\w+) -->\n)[\s\S]*?(<!-- end of engines -->)/g,
    (_whole, begin: string, name: string, end: string) =>
      [begin.trimEnd(), '', ...tableNamed(name), '', end].join('\n'),
  );

function tableNamed(name: string): readonly string[] {
  switch (name) {
    case 'program':
    case 'boolean':
    case 'array':
      return takersTable(name);
    case 'counters':
      return countersTable();
    default:
      throw new Error(`docs/usage.md wants a table of engines '${name}', which is none`);
  }
}

/** In the order in which `auto` asks them. */
function takersTable(kind: SubjectKind): readonly string[] {
  const takers = rows.flatMap((row) => {
    const taking = row.takes[kind];
    return taking === undefined ? [] : [{ row, taking }];
  });
  const rank = ({ taking }: (typeof takers)[number]): number => taking.auto?.rank ?? Infinity;
  return [
    '| engine | how | for | `auto` takes it where | refuses | options |',
    '| --- | --- | --- | --- | --- | --- |',
    ...takers
      .toSorted((a, b) => rank(a) - rank(b))
      .map(({ row, taking }) =>
        [
          ...['', `\`${row.name}\``, row.summary, taking.what],
          whenTaken(taking.auto?.condition, taking.relief),
          taking.refuses.map(({ what }) => what).join(', '),
          taking.options.map((option) => `\`--${option}\``).join(', '),
        ]
          .join(' | ')
          .trimStart()
          .concat(' |'),
      ),
  ];
}

function whenTaken(
  condition: string | undefined,
  relief: { readonly of: string; readonly because: string; readonly atMB: number } | undefined,
): string {
  const first = condition ?? 'never';
  if (relief === undefined) return first;
  const { of, because, atMB } = relief;
  return `${first}; and for what \`${of}\` leaves open in ${atMB} MB where ${because}`;
}

const countersTable = (): readonly string[] => [
  '| counter | what it counts | engines |',
  '| --- | --- | --- |',
  ...allCounters.map(({ name, about }) => {
    const counting = rows.filter(({ counters }) => counters.some((c) => c.name === name));
    const isOfRun = runCounters.some((c) => c.name === name);
    return `| \`${name}\` | ${about} | ${isOfRun ? 'all' : counting.map((row) => `\`${row.name}\``).join(', ')} |`;
  }),
];

/** What the schemas of documents say of engines and counters. */
export function withEngines(schema: object): object {
  const properties: unknown = 'properties' in schema ? schema.properties : null;
  if (typeof properties !== 'object' || properties === null) return schema;
  const engine = { enum: [...rows.map(({ name }) => name), null] };
  return {
    ...schema,
    properties: { ...properties, engine, ...('stats' in properties ? { stats: statsSchema() } : {}) },
  };
}

const statsSchema = (): object => ({
  type: 'object',
  required: allCounters.map(({ name }) => name),
  properties: Object.fromEntries(
    allCounters.map(({ name, about }) => [name, { type: 'number', minimum: 0, description: about }]),
  ),
  additionalProperties: { type: 'number', minimum: 0 },
});
