import { describe, expect, it } from '@jest/globals';
import { toAutomata, withCounters } from '../../../../passes/pipelines.js';
import { splitAccesses } from '../../../../passes/split-accesses.js';
import { atLabel, binary, disjunction, equal, int, not, shared } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import type { Block, LocalVar, Program, Property } from '../../../../src/lang/program/program.js';
import { speltLabels } from '../../../../src/lang/program/spelt-labels.js';
import { everyStatement } from '../../../../src/lang/program/walk-statements.js';
import type { System } from '../../../../src/lang/program/system.js';
import { mapBlocks } from '../../../../src/lang/program/visit.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { Machine } from '../../../../src/memory/machine.js';
import { sc } from '../../../../src/memory/sc.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import type { Lowered } from '../../../../src/pass/run-pipeline.js';
import { at, invariant } from '../../../../src/support/invariant.js';
import { reachable } from '../../../support/plain/bounded.js';
import type { Reachable } from '../../../support/plain/bounded.js';
import {
  Random,
  generateProgram,
  languageOptions,
  memoryOptions,
} from '../../../support/generate/generate-program.js';
import { parseFp, warnedFp } from '../../../support/parse-fp.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';

const none = { procs: null };

function lowered(program: Program, name: string, bound = 2): Lowered {
  const model = modelNamed(name);
  invariant(model !== null, 'the model exists');
  return runPipeline(withCounters(model), program, {
    ...none,
    buffers: { model, bound: { all: bound } },
  });
}

/** What the printed program is, read again; its variables are those of the program, locals thread by thread. */
function readAgain(program: Program): System {
  const { system } = runPipeline(toAutomata, warnedFp(printProgram(program)).program, none);
  const locals = localsByThread(program).map((v) => v.temporary);
  return { ...system, locals: system.locals.map((v, i) => ({ ...v, temporary: at(locals, i) })) };
}

const localsByThread = ({ threads, locals }: Program): readonly LocalVar[] =>
  threads.flatMap((thread) => locals.filter((v) => v.thread === thread.id));

const explored = (system: System, maxStates: number): Reachable | null =>
  reachable(new Machine(system, sc), null, { maxStates });

/** Whether each invariant and final is violated, in order: names may be made from the lines. */
const verdicts = ({ properties }: System, { violated }: Reachable): readonly boolean[] =>
  properties.flatMap((p) => (p.kind === 'invariant' || p.kind === 'final' ? [violated.has(p.name)] : []));

const asserts = ({ violated }: Reachable): boolean =>
  [...violated].some((name) => /^assert|^claim/.test(name));

const faults = ({ violated }: Reachable): readonly string[] =>
  ['div', 'bounds', 'range'].filter((kind) => violated.has(kind));

/** Every statement outside atomic and locked gets a label if it has none. */
function labelled(program: Program): Program {
  let count = 0;
  const all = (block: Block): Block =>
    block.map((stmt) => {
      const labels = stmt.labels.length > 0 ? stmt.labels : [`M${++count}`];
      const exclusive = stmt.kind === 'atomic' || stmt.kind === 'locked';
      return exclusive ? { ...stmt, labels } : { ...mapBlocks(stmt, all), labels };
    });
  return { ...program, threads: program.threads.map((t) => ({ ...t, body: all(t.body) })) };
}

/** With invariants that tell where each thread can be for what is in memory. */
function questioned(program: Program): Program {
  const values = program.shared.flatMap(({ id, type, shape }): readonly Expr[] => {
    if (shape.kind !== 'scalar') return [];
    return type.kind === 'bool' ? [shared(id)] : [equal(shared(id), int(0)), equal(shared(id), int(1))];
  });
  const formulas = program.threads.flatMap(({ id, body }) => {
    const labels = [...everyStatement(body)].flatMap((stmt) => stmt.labels);
    const places = labels.map((label) => atLabel(id, null, label));
    const each = places.flatMap((place) =>
      values.flatMap((v) => [binary('->', place, v), binary('->', v, place), not(binary('&&', place, v))]),
    );
    return [disjunction(places), ...each];
  });
  const { span } = at(program.threads, 0);
  const invariants = formulas.map((formula, i): Property => ({
    kind: 'invariant',
    name: `where_${i}`,
    formula,
    span,
  }));
  return { ...program, properties: [...program.properties, ...invariants] };
}

function withoutContinues(program: Program): Program {
  const bare = (block: Block): Block => block.map((stmt) => ({ ...mapBlocks(stmt, bare), continues: [] }));
  return { ...program, threads: program.threads.map((t) => ({ ...t, body: bare(t.body) })) };
}

describe('a printed program, read again', () => {
  it.each(['sc', 'tso', 'pso'])('has its threads at the same labels, under %s', (model) => {
    const options = { ...memoryOptions, everything: true, depth: 2, properties: true };
    let compared = 0;
    let spelt = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const made = generateProgram(new Random(seed), options);
      const { program, system } = lowered(questioned(seed % 2 === 0 ? labelled(made) : made), model);
      const here = explored(system, 200);
      if (here === null) continue;
      const text = readAgain(program);
      const there = explored(text, 2000);
      invariant(there !== null, 'the text has hardly more states');
      compared++;
      if (printProgram(program) !== printProgram(withoutContinues(program))) spelt++;
      expect([seed, verdicts(text, there)]).toEqual([seed, verdicts(system, here)]);
      expect([seed, asserts(there), faults(there)]).toEqual([seed, asserts(here), faults(here)]);
      expect(there.states).toEqual(here.states);
      expect(there.finals).toEqual(here.finals);
    }
    expect(compared).toBeGreaterThan(45);
    expect(spelt).toBeGreaterThan(20);
  });

  const everywhere = 'invariant i: P at A || P at B || P at C;';

  it.each(['tso', 'pso'])('is still at a loop whose test was isolated, under %s', (model) => {
    const source = parseFp(`shared int[0..1] x = 0;
      thread P { A: x = 0; B: while (x == 0) { C: skip; } } ${everywhere}`);
    const { program } = lowered(source, model, 1);
    expect(printProgram(program)).toContain('  B_2: if (load_1 == 0) {\n');
    expect(explored(readAgain(program), 1000)?.violated).toEqual(new Set());
    expect(explored(readAgain(withoutContinues(program)), 1000)?.violated).toContain('i');
  });

  it('is still at a statement that was split', () => {
    const program = splitAccesses.run(
      parseFp(`shared int x = 0, y = 0;
        thread P { A: if (x == y) { B: skip; } C: goto A; }
        thread Q { x = 1; } ${everywhere}`),
      none,
    );
    const text = printProgram(program);
    expect(text).toContain('  A: load_1 = x;\n  A_2: if (load_1 == y) {\n');
    expect(text).toContain('invariant i: P at A || P at A_2 || P at B || P at C;');
    expect(explored(readAgain(program), 1000)?.violated).toEqual(new Set());
    expect(explored(readAgain(withoutContinues(program)), 1000)?.violated).toContain('i');
  });
});

/** How the accesses of P are split, and its properties. */
const split = (body: string, properties: string): readonly string[] => {
  const source = parseFp(`shared int x = 0, y = 0;\nthread P { ${body} }\n${properties}`);
  const lines = printProgram(splitAccesses.run(source, none)).split('\n');
  return lines.map((line) => line.trim()).filter((line) => !/^(shared|local|thread|\}?$)/.test(line));
};

describe('the labels of later parts', () => {
  it('are new ones, inside and one for all labels of the statement', () => {
    const body = 'L_2: skip; L: M: x = x + y; N: if (x == 0 && x == y) { y = 2; }';
    expect(split(body, 'invariant P at L || P at M; final !(P at N);')).toEqual([
      'L_2: skip;',
      'L: M: load_1 = x;',
      'L_3: load_2 = y;',
      'L_4: x = load_1 + load_2;',
      'N: load_3 = x == 0;',
      'N_2: if (load_3) {',
      'N_3: load_4 = x;',
      'N_4: load_3 = load_4 == y;',
      'N_5: if (load_3) {',
      'y = 2;',
      'invariant P at L || P at L_3 || P at L_4 || (P at M || P at L_3 || P at L_4);',
      'final !(P at N || P at N_2 || P at N_3 || P at N_4 || P at N_5);',
    ]);
  });

  it('are there only where a formula asks', () => {
    expect(split('L: y = x + y; M: skip;', 'invariant P at M;')).toEqual([
      'L: load_1 = x;',
      'load_2 = y;',
      'y = load_1 + load_2;',
      'M: skip;',
      'invariant P at M;',
    ]);
  });

  it('do not go to jumps back, nor ask for the labels that these go to', () => {
    expect(split('L: while (x == y) { x = 1; }', 'ltl G (P at L);')).toEqual([
      'L: again_1: load_1 = x;',
      'L_2: if (load_1 == y) {',
      'x = 1;',
      'goto again_1;',
      'ltl G (P at L || P at L_2);',
    ]);
  });

  it('are those that the parts have already', () => {
    const source = parseFp(`shared int x = 0, y = 0; thread P { L: x = x + y; } invariant P at L;`);
    const text = printProgram(lowered(source, 'tso', 1).program);
    expect(text).toContain('store_1: either {');
    expect(text).toMatch(/invariant P at L \|\| .*P at store_1/);
  });

  it('leave a program without later parts as it is', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const program = generateProgram(new Random(seed), languageOptions);
      expect(canonical(speltLabels(program))).toBe(canonical(program));
    }
  });
});
