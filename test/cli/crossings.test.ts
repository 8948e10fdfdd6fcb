import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import type { EngineRow } from '../../src/engines/engine-row.js';
import { engines } from '../../src/engines/index.js';
import { exporters } from '../../src/exporters/index.js';
import { languages } from '../../src/frontends/index.js';
import { loadArray, loadProgram } from '../../src/ask/load.js';
import { crossedModels, crossedRun, crossedSubjects, crossedText, toldFaults } from './crossed.js';
import type { CrossedRun, CrossedSubject, CrossingFault } from './crossed.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows: readonly EngineRow[] = engines;
const engineValues = ['auto', ...rows.map(({ name }) => name)];

/** Properties that runs violate by a state: what a stronger model does a weaker one does, too. */
const ofStates = new Set(['invariant', 'final', 'assert', 'div', 'bounds', 'range']);

interface Answer {
  readonly verdict: string;
  readonly by: string;
}

const contradict = (stronger: Answer, weaker: Answer): boolean =>
  stronger.verdict === 'unsafe' && weaker.verdict === 'safe';

/** What was decided so far, and where answers to the same question contradict each other. */
class Answers {
  readonly #known = new Map<string, Answer>();
  readonly faults: CrossingFault[] = [];
  #decided = 0;

  get decided(): number {
    return this.#decided;
  }

  hear({ document: { properties = [] } }: CrossedRun, question: string, model: string, by: string): void {
    const models: readonly string[] = crossedModels;
    const place = models.indexOf(model);
    for (const { name, kind, verdict } of properties) {
      if (verdict !== 'safe' && verdict !== 'unsafe') continue;
      this.#decided++;
      const answer = { verdict, by };
      for (const [i, other] of models.entries()) {
        const known = this.#known.get(`${question} ${other} ${name}`);
        if (known === undefined || (i !== place && !ofStates.has(kind))) continue;
        const isWrong =
          (i <= place && contradict(known, answer)) || (i >= place && contradict(answer, known));
        const what = `${name} is ${verdict}, but ${known.verdict} by ${known.by}`;
        if (isWrong) this.faults.push({ line: by, what });
      }
      const key = `${question} ${model} ${name}`;
      if (!this.#known.has(key)) this.#known.set(key, answer);
    }
  }
}

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

describe('every engine, asked for every property under every model', () => {
  it.each(crossedSubjects)('decides or refuses $name', async (subject) => {
    const faults: CrossingFault[] = [];
    const answers = new Answers();
    const properties = await propertiesOf(subject);
    const counted = { program: [['--procs', '2']], boolean: [[]], array: [[], ['--procs', '2']] }[
      subject.kind
    ];
    const chosen = counted.flatMap((c) => properties.map((name) => [...c, '--property', name]));
    const all = [[], ...(properties.length > 1 ? chosen : []), ...variants[subject.kind]];
    for (const model of crossedModels) {
      for (const engine of engineValues) {
        for (const more of all) {
          const argv = ['verify', subject.path, '--model', model, '--engine', engine, ...more];
          const run = await crossedRun(argv, 'verify');
          faults.push(...run.faults);
          answers.hear(run, questionOf(more), model, argv.slice(2).join(' '));
        }
      }
    }
    expect(toldFaults([...faults, ...answers.faults])).toEqual([]);
    expect(answers.decided > 0 || properties.length === 0).toBe(true);
  });
});

describe('every command', () => {
  const commands = [
    ...engineValues.map((name) => ['verify', '--all-models', '--engine', name]),
    ...engineValues.map((name) => ['fences', '--kind', 'atomic', '--model', 'tso1', '--engine', name]),
    ...['three-valued', 'concrete'].flatMap((name) =>
      crossedModels.map((model) => ['check', '--semantics', name, '--model', model]),
    ),
    ...crossedModels.flatMap((model) => [
      ...['pe', 'ce', 'trad'].map((method) => ['abstract', '--method', method, '--model', model]),
      ['simulate', '--random', '--seed', '1', '--steps', '20', '--model', model],
      ['simulate', '--random', '--seed', '2', '--steps', '20', '--model', model, '--procs', '2'],
      ['litmus', '--model', model],
    ]),
  ];

  it.each(crossedSubjects)('does its work on $name or refuses it', async ({ path }) => {
    const faults: CrossingFault[] = [];
    for (const [command = '', ...more] of commands)
      faults.push(...(await crossedText([command, path, ...more])));
    expect(toldFaults(faults)).toEqual([]);
  });
});

/** What is wrong with a text that we wrote ourselves. */
async function unreadable(path: string, line: string): Promise<readonly CrossingFault[]> {
  const bag = new DiagnosticBag();
  if (path.endsWith('.cub')) await loadArray(languages, path, null, bag);
  else if (path.endsWith('.fp') || path.endsWith('.dve')) await loadProgram(languages, path, null, bag);
  return bag.errors().map(({ message }) => ({ line, what: `what is written has errors: ${message}` }));
}

/** A text written for SC is as safe as what it was made of. */
async function told(from: string, model: string, to: string): Promise<readonly CrossingFault[]> {
  const question = ['--procs', '2', '--engine', 'explicit'];
  const source = await crossedRun(
    ['verify', from, ...question, '--model', model, '--bound', '1', '--havoc-range', '0..1'],
    'verify',
  );
  const made = await crossedRun(['verify', to, ...question, '--havoc-range', '0..1'], 'verify');
  const answers = new Answers();
  answers.hear(source, '', model, `${from} under ${model}`);
  answers.hear(made, '', model, 'what was written of it');
  return [...source.faults, ...made.faults, ...answers.faults];
}

describe('every target', () => {
  it.each(crossedSubjects)('is written of $name, or it is refused', async ({ path }) => {
    const faults: CrossingFault[] = [];
    for (const model of crossedModels) {
      for (const to of exporters.map((e) => e.name)) {
        for (const more of [
          [],
          ['--procs', '2'],
          ['--bound', '1', '--procs', '2'],
          ['--atomic-waits', 'own'],
        ]) {
          const out = join(folder, `out.${to}`);
          const argv = ['transform', path, '--model', model, '--to', to, ...more];
          const run = await crossedRun([...argv, '-o', out], 'transform');
          faults.push(...run.faults);
          if (run.code !== 0) continue;
          faults.push(...(await unreadable(out, argv.join(' '))));
          const isOneRoom = more.includes('--bound') && to === 'fp';
          if (isOneRoom) faults.push(...(await told(path, model, out)));
        }
      }
    }
    expect(toldFaults(faults)).toEqual([]);
  });
});
