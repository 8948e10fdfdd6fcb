import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { parsePredicates } from '../../../src/frontends/salpl/predicates.js';
import { salpl } from '../../../src/frontends/salpl/parse.js';
import { printProgram } from '../../../src/lang/program/print.js';
import type { Program } from '../../../src/lang/program/program.js';
import { mainModels as models } from '../../../src/memory/index.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { exploreEverything } from '../../support/plain/exhaustive.js';
import type { Everything } from '../../support/plain/exhaustive.js';
import { loadSample } from '../../support/load-sample.js';
import { mutations, renamed, shifted, threadsSwapped } from '../../support/synthesis/orig-mutations.js';
import { parseFp } from '../../support/parse-fp.js';
import { corpusFolder, describeOver } from '../frontends/corpus.js';

function explored(program: Program, model: MemoryModel): Omit<Everything, 'finals'> {
  const { system } = runPipeline(toAutomata, program, { procs: 2, model });
  const everything = exploreEverything(new Machine(system, model), 20_000);
  if (everything === null) throw new Error('too large for this test');
  const { violated, deadlocks, states } = everything;
  return { violated, deadlocks, states };
}

const counting = `
shared int x = 0, a[2] = {1, 2}, y;
shared bool up = true;
thread P(me: 0..1) {
  local int r = x + 2, s = 0;
  local int[0..3] small = 1;
  r = fetch_add(x, 1);
  s = xchg(a[me], r + small);
  if (up && 2 - r != s * 2) { up = false; cas(a[1 - me], 0, x); }
  y = 3 - s;
  assert(y <= 3 + small);
}
thread Q { local int seen = 0; seen = x; assume(seen > 0); x = seen - 1; }
invariant forall i != j in P: !(i.r == 0 && j.r == 0);
final a[0] + a[1] <= 4;
predicates { x == P(0).r; P(1).s < 2; y + 1 >= x; }`;

describe('mutations of programs', () => {
  const samples = ['litmus/mp.fp', 'litmus/sb-ring.fp', 'mutex/burns-fenced.fp', 'mutex/ticket-lock.fp'];
  const programs = [...samples.map((name) => [name, loadSample(name)] as const)];

  describe.each(mutations)('$name', ({ of }) => {
    it.each(programs)('leaves the violations and the number of states: %s', async (_, loading) => {
      const program = await loading;
      for (const model of models) expect(explored(of(program), model)).toEqual(explored(program, model));
    });

    it('also where integers are read and written in every way', () => {
      const program = parseFp(counting.replace(', y;', ', y = 1;'));
      for (const model of models) expect(explored(of(program), model)).toEqual(explored(program, model));
    });

    it('can be printed and read again', () => {
      const text = printProgram(of(parseFp(counting)));
      expect(text).not.toBe(printProgram(parseFp(counting)));
      expect(printProgram(parseFp(text))).toBe(text);
    });
  });

  it('rename every variable and nothing else', () => {
    const text = printProgram(renamed(parseFp('shared int b = 0; thread P { local int a = 0; L: a = b; }')));
    expect(text).toBe(
      printProgram(parseFp('shared int v0002 = 0; thread P { local int v0001 = 0; L: v0001 = v0002; }')),
    );
  });

  it('swap threads with their locals and labels', () => {
    const text = `shared int x = 0; thread P { local int a = 0; L: a = x; } thread Q { M: x = 1; }
      invariant P at L || P.a == 0 || Q at M;`;
    const { threads, locals } = threadsSwapped(parseFp(text));
    expect(threads.map(({ id, name }) => [id, name])).toEqual([
      [0, 'Q'],
      [1, 'P'],
    ]);
    expect(locals.map(({ thread }) => thread)).toEqual([1]);
  });

  it('shift as somebody would write it who starts to count elsewhere', () => {
    const text = (zero: number): string => `shared int x = ${zero}, y; shared int[0..3] turn = 0;
      thread P { local int r = y; r = x; x = r + 1; turn = turn + 1; if (r < y || x != ${zero + 2}) { y = r; } }
      predicates { ${zero} <= x; x + 1 == y; P.r == ${zero}; turn == 1; }`;
    expect(printProgram(shifted(parseFp(text(0)), 7n)).replaceAll(/\s+/g, ' ')).toBe(
      printProgram(parseFp(text(7)))
        .replace('x + 1 == y', 'x == y - 1')
        .replaceAll(/\s+/g, ' '),
    );
  });
});

const folder = corpusFolder('cupex');
describeOver(folder)('mutations of the programs of the authors (needs $FENCEPOST_CORPUS)', () => {
  it.each(['abp', 'bakery', 'dekker', 'peterson', 'queue', 'szymanski', 'ticket'])(
    'can be printed and read again, with their predicates: %s',
    (name) => {
      const bag = new DiagnosticBag();
      const read = (file: string): Source => new Source(file, readFileSync(join(folder, name, file), 'utf8'));
      const bare = salpl.parse(read(`${name}.orig`), bag);
      if (bare === null) throw new Error(`${name} is no program`);
      const program = { ...bare, predicates: parsePredicates(read(`${name}.pred`), bare, bag) };
      bag.throwIfErrors();
      for (const { of } of mutations) {
        const text = printProgram(of(program));
        expect(parseFp(text).predicates).toHaveLength(program.predicates.length);
        expect(printProgram(parseFp(text))).toBe(text);
      }
    },
  );
});
