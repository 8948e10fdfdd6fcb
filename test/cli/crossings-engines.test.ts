import { describe, expect, it } from '@jest/globals';
import type { SubjectKind } from '../../src/lang/program/subject-kind.js';
import { at } from '../../src/support/invariant.js';
import { crossedEngines, crossedModels, crossedRun, crossedSubjects, toldFaults } from './crossed.js';
import type { CrossedSubject, CrossingFault } from './crossed.js';
import { Answers } from './crossed-answers.js';

/** The names of its properties, as whoever decides them all lists them. */
async function propertiesOf({ path, kind }: CrossedSubject): Promise<readonly string[]> {
  const counted = kind === 'program' ? ['--procs', '2'] : [];
  const { document } = await crossedRun(['verify', path, ...counted], 'verify');
  return document.properties?.map(({ name }) => name) ?? [];
}

/** How questions differ about programs of one kind. */
const variants = {
  program: [
    ...[
      ['--bound', '1'],
      ['--procs', '2'],
      ['--procs', 'any'],
      ['--procs', '2', '--bound', '1'],
    ],
    ...[
      ['--procs', '2', '--deadlock'],
      ['--procs', '2', '--havoc-range', '0..1'],
      ['--fairness', 'weak'],
    ],
    ...[
      ['--procs', '2', '--invariant', '1 < 2'],
      ['--ltl', 'G F true'],
    ],
    ...[
      ['--procs', '2', '--method', 'ce'],
      ['--procs', '2', '--method', 'pe', '--encoding', 'counters'],
    ],
  ],
  boolean: [['--bound', '1'], ['--atomic-waits', 'own'], ['--procs', '2'], ['--deadlock']],
  array: [
    ...[
      ['--bound', '1'],
      ['--procs', '2'],
      ['--procs', 'any'],
      ['--procs', '2', '--bound', '1'],
    ],
    ...[['--max-procs', '2'], ['--brab', 'off'], ['--ltl', 'G F true'], ['--deadlock']],
  ],
} as const;

/** Questions that may have different answers. */
function questionOf(args: readonly string[]): string {
  const own = ['--procs', '--max-procs', '--fairness', '--atomic-waits'];
  return own.flatMap((o) => (args.includes(o) ? [o, args[args.indexOf(o) + 1] ?? ''] : [])).join(' ');
}

interface Turn {
  readonly model: string;
  readonly engine: string;
  readonly more: readonly string[];
  /** The place of the question among those of its kind; of one for a single property, behind them. */
  readonly question: number;
}

const ofKind = (kind: SubjectKind): readonly CrossedSubject[] =>
  crossedSubjects.filter((subject) => subject.kind === kind);

/**
 * Every question under every model, with engines that take turns: about each program each engine is asked under each model,
 * and of all programs of a kind together every question under every model by every engine. Few programs have more turns each.
 */
function turnsOf(subject: CrossedSubject, properties: readonly string[]): readonly Turn[] {
  const { kind } = subject;
  const own = ofKind(kind);
  const turns = Math.min(crossedEngines.length, Math.ceil((2 * crossedEngines.length) / own.length));
  const first = own.indexOf(subject) * turns;
  const counted = { program: [['--procs', '2']], boolean: [[]], array: [[], ['--procs', '2']] }[kind];
  const chosen = counted.flatMap((c) => properties.map((name) => [...c, '--property', name]));
  const all = [[], ...variants[kind], ...(properties.length > 1 ? chosen : [])];
  return crossedModels.flatMap((model, m) =>
    all.flatMap((more, question) =>
      Array.from({ length: turns }, (_, turn) => ({
        ...{ model, more, question },
        engine: at(crossedEngines, (first + turn + question + m) % crossedEngines.length),
      })),
    ),
  );
}

describe('engines, asked for every property under every model', () => {
  it.each(crossedSubjects)('decide or refuse $name', async (subject) => {
    const faults: CrossingFault[] = [];
    const answers = new Answers();
    const properties = await propertiesOf(subject);
    for (const { model, engine, more } of turnsOf(subject, properties)) {
      const argv = ['verify', subject.path, '--model', model, '--engine', engine, ...more];
      const run = await crossedRun(argv, 'verify');
      faults.push(...run.faults);
      answers.hear(run, questionOf(more), model, argv.slice(2).join(' '));
    }
    expect(toldFaults([...faults, ...answers.faults])).toEqual([]);
    expect(answers.decided > 0 || properties.length === 0).toBe(true);
  });

  const product = crossedModels.length * crossedEngines.length;

  it.each(['program', 'boolean', 'array'] as const)('all have their turns: %s', (kind) => {
    const [own, met] = [ofKind(kind), new Set<string>()];
    for (const subject of own) {
      const turns = turnsOf(subject, []);
      for (const { model, engine, question } of turns) met.add(`${model} ${engine} ${question}`);
      expect(new Set(turns.map(({ model, engine }) => `${model} ${engine}`)).size).toBe(product);
    }
    expect(met.size).toBe(product * (1 + variants[kind].length));
  });
});
