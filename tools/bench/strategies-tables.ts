import { strategies } from '../../src/abstraction/discover/strategies/index.js';
import { at } from '../../src/support/invariant.js';
import { left, right } from './sheet.js';
import type { Sheet } from './sheet.js';
import type { StrategyQuestion, StrategyRun } from './strategies-run.js';
import { benchModels } from './strategies-subjects.js';

export interface MeasuredStrategy {
  readonly question: StrategyQuestion;
  readonly run: StrategyRun;
}

export const isDecided = ({ run }: MeasuredStrategy): boolean =>
  run.verdict === 'safe' || run.verdict === 'unsafe';

export const isTaken = ({ run }: MeasuredStrategy): boolean => run.verdict !== 'refused';

const ways = [...strategies.map(({ name }) => name), 'templates'] as const;
const scopes = ['extrapolate', 'direct'] as const;
const encodings = ['shapes', 'counters'] as const;

/** All tables of the page. */
export const strategySheets = (measured: readonly MeasuredStrategy[]): readonly Sheet[] => {
  const taken = measured.filter(isTaken);
  return [waySheet(taken), claimSheet(taken), authorsSheet(taken), programSheet(taken)];
};

type Figure = 'iterations' | 'found' | 'kept' | 'queries' | 'z3Queries' | 'cpuSeconds';

export const sum = (some: readonly MeasuredStrategy[], figure: Figure): number =>
  some.reduce((all, { run }) => all + run[figure], 0);

const milliseconds = (seconds: number): string => (1000 * seconds).toFixed(0);

/** Those of programs that all members of a group decide. */
function decidedByAll(groups: readonly (readonly MeasuredStrategy[])[]): ReadonlySet<string> {
  const decided = groups.map(
    (group) => new Set(group.filter(isDecided).map(({ question }) => question.subject.name)),
  );
  return new Set([...(decided[0] ?? [])].filter((name) => decided.every((names) => names.has(name))));
}

const among = (group: readonly MeasuredStrategy[], names: ReadonlySet<string>): readonly MeasuredStrategy[] =>
  group.filter(({ question }) => names.has(question.subject.name));

export const isDefault = ({ way, scope, model, encoding }: StrategyQuestion): boolean =>
  way === 'itp' && encoding === 'shapes' && (scope === 'extrapolate' || model === 'sc');

/** On how many programs a way can be set beside the default, and how many times as much it takes there. */
function besideDefault(
  group: readonly MeasuredStrategy[],
  usual: readonly MeasuredStrategy[],
): readonly string[] {
  const both = decidedByAll([group, usual]);
  const times = (figure: Figure): string => {
    const ratio = sum(among(group, both), figure) / sum(among(usual, both), figure);
    return Number.isFinite(ratio) ? `${ratio.toFixed(ratio < 10 ? 2 : 0)} x` : '-';
  };
  return [String(both.size), times('iterations'), times('queries'), times('cpuSeconds')];
}

/** Strategies and scopes: what each decides, and what it takes for the programs that all decide. */
function waySheet(measured: readonly MeasuredStrategy[]): Sheet {
  const rows = benchModels.flatMap((model) => {
    const groups = scopes.flatMap((scope) =>
      ways.map((way) =>
        measured.filter(
          ({ question: q }) =>
            q.model === model && q.scope === scope && q.way === way && q.encoding === 'shapes',
        ),
      ),
    );
    const some = groups.filter(({ length }) => length > 0);
    const usual = some.find((group) => isDefault(at(group, 0).question)) ?? [];
    const common = decidedByAll(some);
    return some.map((group) => {
      const { way, scope } = at(group, 0).question;
      const same = among(group, common);
      const decided = group.filter(isDecided);
      const count = (verdict: string): string =>
        String(group.filter(({ run }) => run.verdict === verdict).length);
      return [
        ...[model, model === 'sc' ? '-' : scope, way, String(decided.length)],
        ...[count('safe'), count('unsafe'), count('unknown'), sum(group, 'cpuSeconds').toFixed(1)],
        ...[same.length, sum(same, 'iterations'), sum(same, 'found'), sum(same, 'kept')].map(String),
        ...[sum(same, 'queries'), sum(same, 'z3Queries')].map(String),
        sum(same, 'cpuSeconds').toFixed(2),
        ...besideDefault(group, usual),
      ];
    });
  });
  return {
    name: 'strategies',
    columns: [
      ...[left('model'), left('scope'), left('strategy'), right('decided'), right('safe'), right('unsafe')],
      ...[right('unknown'), right('CPU s'), right('decided by all'), right('iterations'), right('found')],
      ...[right('kept'), right('queries'), right('by Z3'), right('CPU s'), right('decided by default too')],
      ...[right('iterations'), right('queries'), right('CPU')],
    ],
    rows,
  };
}

/** The same program, model and encoding, in both scopes. */
interface ScopePair {
  readonly extrapolate: MeasuredStrategy;
  readonly direct: MeasuredStrategy;
}

export function scopePairs(
  measured: readonly MeasuredStrategy[],
  encoding: StrategyQuestion['encoding'],
  model: StrategyQuestion['model'],
): readonly ScopePair[] {
  const asked = measured.filter(
    ({ question: q }) => q.encoding === encoding && q.model === model && q.way === 'itp',
  );
  return asked
    .filter(({ question }) => question.scope === 'extrapolate')
    .flatMap((extrapolate) => {
      const direct = asked.find(
        ({ question: q }) => q.scope === 'direct' && q.subject.name === extrapolate.question.subject.name,
      );
      return direct === undefined ? [] : [{ extrapolate, direct }];
    });
}

/** What the paper claims: that refinement should be left to SC, and its predicates be extrapolated. */
function claimSheet(measured: readonly MeasuredStrategy[]): Sheet {
  const rows = encodings.flatMap((encoding) =>
    benchModels.flatMap((model) => {
      const pairs = scopePairs(measured, encoding, model);
      if (pairs.length === 0) return [];
      const both = pairs.filter(({ extrapolate, direct }) => isDecided(extrapolate) && isDecided(direct));
      const first = both.map(({ extrapolate }) => extrapolate);
      const second = both.map(({ direct }) => direct);
      const lone = (own: keyof ScopePair, other: keyof ScopePair): number =>
        pairs.filter((pair) => isDecided(pair[own]) && !isDecided(pair[other])).length;
      const underSc = first.reduce((all, { run }) => all + run.underSc, 0);
      const compared = (figure: Figure, within = 1): string => {
        const fewer = both.filter(
          ({ extrapolate: e, direct: d }) => e.run[figure] * within < d.run[figure],
        ).length;
        const more = both.filter(
          ({ extrapolate: e, direct: d }) => e.run[figure] > d.run[figure] * within,
        ).length;
        return `${fewer} : ${more}`;
      };
      return [
        [
          ...[encoding, model, String(both.length)],
          ...[lone('extrapolate', 'direct'), lone('direct', 'extrapolate')].map(String),
          `${underSc} + ${sum(first, 'iterations') - underSc}`,
          ...[sum(second, 'iterations'), sum(first, 'queries'), sum(second, 'queries')].map(String),
          ...[sum(first, 'cpuSeconds').toFixed(2), sum(second, 'cpuSeconds').toFixed(2)],
          ...[compared('iterations'), compared('queries'), compared('cpuSeconds', 1.25)],
        ],
      ];
    }),
  );
  return {
    name: 'claim',
    columns: [
      ...[left('buffers'), left('model'), right('decided by both'), right('extrapolate only')],
      ...[right('direct only'), right('iterations: SC + extrapolated'), right('direct')],
      ...[right('queries: extrapolated'), right('direct'), right('CPU s: extrapolated'), right('direct')],
      ...[right('fewer : more iterations'), right('queries'), right('time')],
    ],
    rows,
  };
}

/** Iterations / queries / CPU ms. */
const brief = ({ run }: MeasuredStrategy, iterations = String(run.iterations)): string =>
  `${iterations} / ${run.queries} / ${milliseconds(run.cpuSeconds)}`;

/** The programs of the paper one by one. */
function authorsSheet(measured: readonly MeasuredStrategy[]): Sheet {
  const own = measured.filter(({ question }) => question.subject.isAuthors);
  const names = [...new Set(own.map(({ question }) => question.subject.name))];
  const kinds = encodings.flatMap((encoding) =>
    (['tso', 'pso'] as const).map((model) => ({ encoding, model, pairs: scopePairs(own, encoding, model) })),
  );
  const shown = (one: MeasuredStrategy): string => {
    if (!isDecided(one)) return one.run.reason ?? 'unknown';
    const { underSc, iterations } = one.run;
    return brief(one, underSc === 0 ? String(iterations) : `${underSc}+${iterations - underSc}`);
  };
  return {
    name: 'authors',
    columns: [
      left('program'),
      ...kinds.flatMap(({ encoding, model }) => [left(`${model} ${encoding}: extrapolated`), left('direct')]),
    ],
    rows: names.map((name) => [
      name.replace('cupex/', ''),
      ...kinds.flatMap(({ pairs }) => {
        const pair = pairs.find(({ direct }) => direct.question.subject.name === name);
        return pair === undefined ? ['-', '-'] : [shown(pair.extrapolate), shown(pair.direct)];
      }),
    ]),
  };
}

/** Of each program and model what the default takes, and the way with the fewest queries. */
function programSheet(measured: readonly MeasuredStrategy[]): Sheet {
  const names = [...new Set(measured.map(({ question }) => question.subject.name))];
  const cells = (name: string, model: string): readonly string[] => {
    const runs = measured.filter(
      ({ question: q }) => q.subject.name === name && q.model === model && q.encoding === 'shapes',
    );
    const usual = runs.find(({ question }) => isDefault(question));
    const best = runs
      .filter(isDecided)
      .reduce<MeasuredStrategy | null>(
        (least, one) => (least !== null && least.run.queries <= one.run.queries ? least : one),
        null,
      );
    const told =
      usual === undefined
        ? '-'
        : isDecided(usual)
          ? `${usual.run.verdict} ${brief(usual)}`
          : (usual.run.reason ?? 'unknown');
    if (best === null) return [told, '-'];
    const { way, scope } = best.question;
    return [told, best === usual ? 'default' : `${way}${model === 'sc' ? '' : ` ${scope}`} ${brief(best)}`];
  };
  return {
    name: 'programs',
    columns: [left('program'), ...benchModels.flatMap((model) => [left(model), left('fewest queries')])],
    rows: names.map((name) => [name, ...benchModels.flatMap((model) => cells(name, model))]),
  };
}
