import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { c } from '../../../src/exporters/c/export.js';
import { binary, conjunction, local } from '../../../src/lang/expr/expr.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import { Cells } from '../../../src/lang/program/system.js';
import { modelNamed } from '../../../src/memory/index.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { at } from '../../../src/support/invariant.js';
import { exploreEverything } from '../../support/plain/exhaustive.js';
import { exportRequest } from '../../support/export-request.js';
import { Workshop, gccNote, hasGcc, runNatively } from '../../support/gcc.js';
import type { NativeRun } from '../../support/gcc.js';
import { Random, generateProgram, memoryOptions } from '../../support/generate/generate-program.js';
import { root } from '../../support/golden.js';
import { loadSample } from '../../support/load-sample.js';
import { parseFp } from '../../support/parse-fp.js';
import { casesOf, everyNth } from '../../support/thorough.js';

const describeWithGcc = hasGcc ? describe : describe.skip;
const workshop = new Workshop();
afterAll(() => workshop.close());

/** The numbers of the properties, as the heading lists them, by name. */
function numbersIn(text: string): ReadonlyMap<string, number> {
  return new Map(
    [...text.matchAll(/^ \*\s+(\d+) (?:invariant|final|assert|error) (\S+): /gm)].map((m) => [
      m[2] ?? '',
      Number(m[1]),
    ]),
  );
}

const checksNothing = '-DPROPERTY=1000';
const checksOnly = (text: string, name: string): string => `-DPROPERTY=${numbersIn(text).get(name) ?? 0}`;

function runs(program: string, count: number, steps = 400): readonly NativeRun[] {
  return Array.from({ length: count }, (_, i) => runNatively(program, i + 1, steps));
}

/** The final states of the runs that have ended, written as by exploreEverything; all locals must be printed. */
function finalsOf(native: readonly NativeRun[], system: System): ReadonlySet<string> {
  const cells = new Cells(system.shared);
  const memory = cells.all().map((cell) => cells.nameOf(cell));
  const locals = system.locals
    .filter((v) => !v.temporary)
    .map((v) => `${at(system.threads, v.thread).name}.${v.name}`);
  const show = (names: readonly string[], { values }: NativeRun): string =>
    names.map((name) => values.get(name) ?? '?').join(',');
  const counted = native.filter((run) => run.ended && run.values.get('overflow') !== '1');
  return new Set(counted.map((run) => `${show(memory, run)};${show(locals, run)}`));
}

/** With a property that speaks of every local, so that all of them are printed. */
function withEveryLocal(program: Program): Program {
  const all = conjunction(program.locals.map(({ id }) => binary('==', local(id), local(id))));
  const { span } = at(program.threads, 0);
  return {
    ...program,
    properties: [...program.properties, { kind: 'final', name: 'everything', formula: all, span }],
  };
}

describeWithGcc(`native runs of exported C${gccNote}`, () => {
  const rows = readFileSync(join(root, 'samples', 'verdicts.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = at(rows, 0).split('\t');
  const verdictsOf = (sample: string, modelName: string): readonly (string | undefined)[] =>
    rows
      .map((row) => row.split('\t'))
      .filter((row) => row[0] === sample && row[1] !== 'deadlock')
      .map((row) => row[columns.indexOf(modelName)]);

  const safe = [
    ['litmus/sb-fenced.fp', 'tso'],
    ['litmus/coherence.fp', 'pso'],
    ['mutex/peterson.fp', 'sc'],
    ['mutex/peterson-fenced.fp', 'pso'],
    ['mutex/spinlock-cas.fp', 'tso'],
    ['data-structures/treiber-stack.fp', 'sc'],
    ['data-structures/work-stealing-fenced.fp', 'tso'],
    ['barriers/sense-barrier-fenced.fp', 'sc'],
  ] as const;

  it.each(everyNth(safe, 2))(`violate nothing where %s is safe under %s`, async (sample, modelName) => {
    expect(new Set(verdictsOf(sample, modelName))).toEqual(new Set(['safe']));
    const text = c.run(exportRequest(await loadSample(sample), model(modelName), sample));
    const native = runs(workshop.build(workshop.write(sample.replace(/\W/g, '-'), text)), 12);
    expect(native).toHaveLength(12);
    for (const run of native) {
      // A bound of one buffered write may be too small; the run says so, by that name.
      expect([null, 'overflow']).toContain(run.violated);
      expect(run.exitCode === 0).toBe(run.violated === null);
      expect(run.stderr).toMatch(/violated after|all threads have ended after|stopped by the limit after/);
    }
  });

  const unsafe = [
    ['litmus/sb.fp', 'tso', 'not_both_zero'],
    ['litmus/mp.fp', 'pso', 'fresh'],
    ['mutex/peterson.fp', 'tso', 'mutex'],
    ['data-structures/work-stealing.fp', 'tso', 'last_once'],
  ] as const;

  it.each(everyNth(unsafe, 2))(`find that %s is unsafe under %s: %s`, async (sample, modelName, property) => {
    expect(verdictsOf(sample, modelName)).toContain('unsafe');
    const text = c.run(exportRequest(await loadSample(sample), model(modelName), sample, 2));
    const program = workshop.build(workshop.write('unsafe', text), [checksOnly(text, property)]);
    const found = Array.from({ length: 400 }, (_, i) => i + 1).find(
      (seed) => runNatively(program, seed, 1000).violated === property,
    );
    expect(found).toBeDefined();
    // The same seed gives the same run.
    const again = [1, 2, 3].map(() => runNatively(program, found ?? 0, 1000).stderr);
    expect(new Set(again).size).toBe(1);
  });

  const options = {
    ...memoryOptions,
    statements: 7,
    weights: [
      ...([
        ['store', 8],
        ['load', 6],
        ['compute', 2],
        ['if', 3],
        ['while', 1],
        ['jump', 1.5],
      ] as const),
      ...([
        ['either', 5],
        ['atomic', 6],
        ['locked', 1],
        ['rmw', 1],
        ['assume', 4],
        ['assert', 1.5],
        ['havoc', 1],
        ['skip', 2],
      ] as const),
    ],
  };

  it.each([sc, tso])(`end as the semantics says, and violate what it says, under $name`, (weak) => {
    let finals = 0;
    let violations = 0;
    for (let seed = 6; seed < casesOf(12, 8); seed++) {
      const program = withEveryLocal(generateProgram(new Random(seed), options));
      const request = exportRequest(program, weak, 'generated.fp');
      const every = exploreEverything(new Machine(request.reference, weak), 20000);
      if (every === null) continue;
      const path = workshop.write(`generated-${seed}`, c.run(request));
      const silent = runs(workshop.build(path, [checksNothing, '-fsanitize=undefined']), 12);
      const ends = finalsOf(silent, request.reference);
      expect(silent.map((run) => run.stderr).filter((text) => text.includes('runtime error'))).toEqual([]);
      expect([seed, [...ends].filter((end) => !every.finals.has(end))]).toEqual([seed, []]);
      const checked = runs(workshop.build(path), 12).flatMap(({ violated }) => violated ?? []);
      const wrong = checked.filter((name) => name !== 'overflow' && !every.violated.has(name));
      expect([seed, wrong]).toEqual([seed, []]);
      finals += ends.size;
      violations += new Set(checked).size;
    }
    expect(finals).toBeGreaterThan(casesOf(15, 3));
    expect(violations).toBeGreaterThan(0);
  });

  interface Outcomes {
    readonly finals: readonly string[];
    readonly violated: readonly string[];
  }

  /** What runs with many seeds do, and what the semantics can do. */
  function outcomes(text: string, seeds: number): { readonly found: Outcomes; readonly possible: Outcomes } {
    const program = withEveryLocal(parseFp(text, 'exact'));
    const request = exportRequest(program, sc, 'exact.fp');
    const every = exploreEverything(new Machine(request.reference, sc), 20000);
    const exported = c.run(request);
    const path = workshop.write('exact', exported);
    const native = runs(workshop.build(path, [checksNothing]), seeds, 300);
    const violated = [...numbersIn(exported).keys()].filter((name) =>
      runs(workshop.build(path, [checksOnly(exported, name)]), seeds, 300).some(
        (run) => run.violated === name,
      ),
    );
    return {
      found: { finals: [...finalsOf(native, request.reference)].sort(), violated: violated.sort() },
      possible: { finals: [...(every?.finals ?? [])].sort(), violated: [...(every?.violated ?? [])].sort() },
    };
  }

  it('take back what a blocked path has done', () => {
    const { found, possible } = outcomes(
      `shared int x = 0, y = 0, a[2] = 0;
       thread P {
         local int r = 0, s = 0;
         atomic { a[r] = 5; s = s + 1; x = 4; either { assume(y == 2); } or { r = 1; assume(y == 1); } a[r] = a[r] + 1; }
       }
       thread Q { local int seen = 0; seen = x; y = 1; y = 2; }
       thread R { local int seen = 0; seen = a[0]; }
       invariant x == 0 || P.s == 1;
       final Q.seen == 0;
       final P.r == 0;
       final R.seen == 0;`,
      60,
    );
    expect(found).toEqual(possible);
  });

  it('choose again where a branch cannot begin', () => {
    const { found, possible } = outcomes(
      `shared int x = 0, y = 0;
       thread P {
         local int r = 0;
         either { assume(x == 1); r = 1; } or { } or { either { assume(x == 3); } or { skip; } } or { r = 4; }
         assume(x == 2 || r == 4);
         L: either { atomic { y = 1; assume(x == 2); goto out; } } or { M: r = r + 8; }
         y = 2;
         out: skip;
       }
       thread Q { x = 1; x = 2; }
       invariant P at L -> y == 0;
       invariant P at L -> x == 2;
       invariant P at M -> x != 1;
       invariant !(P at M && y == 2);`,
      150,
    );
    expect(found).toEqual(possible);
  });

  it('do not go back behind a step', () => {
    const { found, possible } = outcomes(
      `shared int x = 0;
       thread P { local int r = 0; either { M: r = r + 1; } or { } or { r = r + 2; } assume(x == 1); }
       thread Q { x = 2; x = 1; x = 3; x = 1; }
       invariant P at M -> x != 3;`,
      60,
    );
    expect(found).toEqual(possible);
  });

  it('report errors by their own names', () => {
    const program = `
      shared int x = 0, a[2] = 0;
      shared int[0..3] small = 0;
      thread P { local int r = 0; local int one = 1; local int big = 2000000000;
        either { r = one / x; } or { a[one + one] = 1; } or { small = one * 4; } or { r = big + big; } or { assert(x == 1); } }`;
    const text = c.run(exportRequest(parseFp(program), sc, 'errors.fp'));
    const path = workshop.write('errors', text);
    const names = ['div', 'bounds', 'range', 'int32', 'assert:5'];
    const native = runs(workshop.build(path), 60);
    expect(new Set(native.map((run) => run.violated))).toEqual(new Set(names));
    for (const name of names) {
      const alone = runs(workshop.build(path, [checksOnly(text, name)]), 40);
      expect(new Set(alone.map((run) => run.violated))).toEqual(new Set([null, name]));
      expect(alone.every((run) => (run.exitCode === 0) === (run.violated === null))).toBe(true);
    }
  });
});

function model(name: string): MemoryModel {
  const found = modelNamed(name);
  if (found === null) throw new Error(`no model ${name}`);
  return found;
}
