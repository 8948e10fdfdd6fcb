import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Children } from '../../src/compare/children.js';
import { FileContents, keyOf } from '../../src/compare/run-key.js';
import { performed } from '../../src/compare/perform-run.js';
import { planRuns } from '../../src/compare/run-plan.js';
import { summaries } from '../../src/compare/summary.js';
import { nothingAsked } from '../../src/compare/asked-way.js';
import { at, invariant } from '../../src/support/invariant.js';
import { abstractOptions, abstractUsage } from './abstract-options.js';
import type { AbstractBench } from './abstract-options.js';
import { subjects } from './abstract-subjects.js';
import type { Subject } from './abstract-subjects.js';
import { abstractTable } from './abstract-figures.js';
import type { Measured } from './abstract-figures.js';
import { judge, record as recordFigures } from './history.js';
import { median } from '../corpus/median.js';
import type { BenchTarget } from './history.js';

const script = resolve('dist/bin/fencepost.js');

/** The programs of paper 003 by every method, in processes of their own, beside the tables of the paper. */
export async function benchAbstract(words: readonly string[]): Promise<boolean> {
  const options = abstractOptions(words);
  if (options === null) {
    process.stdout.write(`${abstractUsage}\n`);
    return false;
  }
  process.stdout.write(
    `abstract: fencepost verify in a process of its own, median of ${options.runs} runs\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const children = new Children(new AbortController().signal);
  try {
    const measured = await measureAll(subjects(options.models, folder), options, children);
    if (measured.length === 0) {
      process.stdout.write('nothing to measure: no program has such a name\n');
      return false;
    }
    process.stdout.write(`${abstractTable(measured)}\n`);
    recordFigures('abstract', Object.fromEntries(measured.flatMap(figures)));
    return judge(targets(measured));
  } finally {
    children.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(
  all: readonly Subject[],
  options: AbstractBench,
  children: Children,
): Promise<readonly Measured[]> {
  const wanted = all.filter(
    ({ program }) => options.programs.length === 0 || options.programs.includes(program),
  );
  const measured: Measured[] = [];
  for (const subject of wanted) {
    for (const method of options.methods.filter((name) => applies(name, subject))) {
      for (const solver of options.solvers) {
        process.stderr.write(`${subject.program} ${subject.model} ${method} ${solver}\n`);
        measured.push(await measure(subject, method, solver, options, children));
      }
    }
  }
  return measured;
}

/** The traditional method knows no buffers. */
const applies = (method: string, { model }: Subject): boolean => method !== 'trad' || model === 'sc';

/** A program by a method, with one entry a buffer. */
export async function measure(
  { program, model, file }: Subject,
  method: string,
  solver: string,
  options: Pick<AbstractBench, 'runs' | 'timeout' | 'encoding'>,
  children: Children,
): Promise<Measured> {
  const [plan] = planRuns({
    files: [file],
    models: [{ name: model, buffers: model !== 'sc' }],
    ways: [{ ...nothingAsked, engine: 'abstract', method, solver, encoding: options.encoding }],
    passedOn: [{ words: ['--trace=none'] }, { words: ['--bound=1'], ofBuffers: true }],
  });
  invariant(plan !== undefined, 'one file, one model and one way give one run');
  const version = '';
  const job = {
    key: keyOf(plan, version, new FileContents()),
    repeat: 0,
    run: plan,
    place: 0,
    limits: { timeoutSeconds: options.timeout, memoryMB: null },
  };
  const runs: Measured[] = [];
  while (runs.length < options.runs) {
    const record = await performed(job, { script, version, session: null, warn: () => undefined }, children);
    invariant(record !== null, 'nobody interrupts a benchmark and goes on');
    const { row: run } = at(summaries([{ job, record }]), 0);
    runs.push({ program, model, method, solver, run, seconds: run.wallSeconds ?? 0 });
  }
  const seconds = median(runs.map((each) => each.seconds));
  return { ...(runs.find((each) => each.seconds === seconds) ?? at(runs, 0)), seconds };
}

function figures(one: Measured): readonly (readonly [string, number])[] {
  const name = [one.program, one.model, one.method, one.solver].join(' ');
  const { run, seconds } = one;
  const known = {
    seconds,
    calls: run.smtCalls,
    predicates: run.predicates,
    states: run.states,
    MB: run.memoryMB,
  };
  return [
    [`${name}, safe`, run.verdict === 'safe' ? 1 : 0],
    ...Object.entries(known).flatMap(([what, value]): (readonly [string, number])[] =>
      value === null ? [] : [[`${name}, ${what}`, value]],
    ),
  ];
}

/** The most seconds that any program may take, by method and solver. */
const mostSeconds: ReadonlyMap<string, number> = new Map([
  ['lazy auto', 1],
  ['ce auto', 5],
  ['pe auto', 30],
  ['lazy z3', 15],
  ['ce z3', 25],
  ['pe z3', 120],
]);

/** Of each method and solver the worst program is judged. */
function targets(all: readonly Measured[]): readonly BenchTarget[] {
  const groups = [...new Set(all.map(({ method, solver }) => `${method} ${solver}`))];
  return groups.flatMap((group): readonly BenchTarget[] => {
    const members = all.filter(({ method, solver }) => `${method} ${solver}` === group);
    const safe = members.filter(({ run }) => run.verdict === 'safe').length;
    const worst = (what: string, limit: number, value: (one: Measured) => number): BenchTarget => {
      const most = members.reduce((a, b) => (value(b) > value(a) ? b : a), at(members, 0));
      const name = `${group}: most ${what} (${most.program} ${most.model})`;
      return { what: name, measured: value(most), limit, kind: 'at most' };
    };
    const seconds = mostSeconds.get(group);
    const calls = group === 'ce auto' ? [worst('queries', 12_000, ({ run }) => run.smtCalls ?? 0)] : [];
    const memory = group === 'lazy auto' ? [worst('MB', 200, ({ run }) => run.memoryMB ?? 0)] : [];
    return [
      { what: `${group}: safe`, measured: safe, limit: members.length, kind: 'at least' },
      ...(seconds === undefined ? [] : [worst('seconds', seconds, (one) => one.seconds)]),
      ...calls,
      ...memory,
    ];
  });
}
