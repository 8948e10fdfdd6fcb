import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { at } from '../../src/support/invariant.js';
import { runCheck } from '../corpus/bl-run.js';
import type { CheckRun } from '../corpus/bl-run.js';
import { abstractedPeterson } from './abstracted-peterson.js';
import type { PetersonSize } from './abstracted-peterson.js';
import { judge, record } from './history.js';
import { median } from '../corpus/median.js';
import type { BenchTarget } from './history.js';

const runs = 3;

const made: ReadonlyMap<string, PetersonSize> = new Map([
  ['peterson-many-states', { predicates: 12, cubes: 8, updates: 6 }],
  ['peterson-many-cubes', { predicates: 8, cubes: 200, updates: 4 }],
]);

/** Programs of the CUPEX authors, with the seconds that Fender takes. */
const known: ReadonlyMap<string, number> = new Map([
  ['bak.1var.y2.pso.bl', 35.03],
  ['dekker-fences-1110111101-preds-3v.bl', 20.2],
  ['dek.loop.min_fences.pso.bl', 19.88],
]);

/** The whole way to an answer: `fencepost check` on large Boolean programs, made here and of the corpus. */
export async function benchThreeValued(): Promise<boolean> {
  process.stdout.write(`three-valued: fencepost check in a process of its own, median of ${runs} runs\n`);
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  try {
    const timings: CheckTiming[] = [];
    for (const [name, size] of made) {
      const path = join(folder, `${name}.bl`);
      writeFileSync(path, abstractedPeterson(size));
      timings.push(await timed(path));
    }
    for (const name of known.keys()) {
      const path = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'bl', name);
      if (existsSync(path)) timings.push(await timed(path));
      else process.stdout.write(`     ${name} is skipped: it is not at ${path}\n`);
    }
    record('three-valued', Object.fromEntries(timings.flatMap(figures)));
    return judge(timings.flatMap(targets));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface CheckTiming {
  readonly name: string;
  readonly first: CheckRun;
  readonly seconds: number;
}

async function timed(path: string): Promise<CheckTiming> {
  const all: CheckRun[] = [];
  while (all.length < runs) all.push(await runCheck(path, ['--timeout', '120']));
  const first = at(all, 0);
  const name = basename(path);
  const seconds = median(all.map((run) => run.seconds));
  process.stdout.write(
    `     ${name}: ${first.verdict}, ${first.states.toLocaleString('en')} states, ${seconds.toFixed(2)} s, ` +
      `${first.peakMemoryMB.toFixed(0)} MB\n`,
  );
  return { name, first, seconds };
}

const figures = ({ name, first, seconds }: CheckTiming): readonly (readonly [string, number])[] => [
  [`${name}, seconds`, seconds],
  [`${name}, states`, first.states],
  [`${name}, MB`, first.peakMemoryMB],
];

function targets({ name, first, seconds }: CheckTiming): readonly BenchTarget[] {
  const fender = known.get(name);
  const speed: BenchTarget =
    fender === undefined
      ? {
          what: `${name}: states per second`,
          measured: first.states / seconds,
          limit: 100_000,
          kind: 'at least',
        }
      : {
          what: `${name}: our time in percent of Fender's`,
          measured: (100 * seconds) / fender,
          limit: 20,
          kind: 'at most',
        };
  const answered: BenchTarget = {
    what: `${name}: answered safe`,
    measured: first.verdict === 'safe' ? 1 : 0,
    limit: 1,
    kind: 'at least',
  };
  return [answered, speed, memoryTarget(name, first)];
}

/** Where there are few states most of the memory is the program's own. */
function memoryTarget(name: string, { states, peakMemoryMB }: CheckRun): BenchTarget {
  return states < 3_000_000
    ? { what: `${name}: MB`, measured: peakMemoryMB, limit: 300, kind: 'at most' }
    : {
        what: `${name}: bytes of the process per state`,
        measured: (peakMemoryMB * 1024 * 1024) / states,
        limit: 100,
        kind: 'at most',
      };
}
