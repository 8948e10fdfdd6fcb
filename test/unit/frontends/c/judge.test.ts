import { describe, expect, it } from '@jest/globals';
import { judgeProgram } from '../../../support/c-judge/judge-explore.js';
import { addressOf, assignTo, constantOf, does, variableOf } from '../../../support/c-judge/judged-build.js';
import type { JudgedExpr, JudgedOrder, JudgedCode, JudgedStmt } from '../../../support/c-judge/judged-ast.js';
import { atomicOf, int32 } from '../../../support/c-judge/judged-types.js';
import {
  noFault,
  sequentialPrograms,
  tallySequential,
} from '../../../support/c-judge/sequential-agreement.js';
import { gccNote, hasGcc } from '../../../support/gcc.js';
import { tallyConcurrent } from '../../../../tools/fuzz/c.js';
import { tallyMutations } from '../../../../tools/fuzz/c-mutations.js';
import { tallyCLitmus, litmusFolder } from '../../../../tools/fuzz/c-litmus.js';
import { describeOver } from '../corpus.js';
import { readC } from './read-c.js';

const cell = (name: string): JudgedExpr => variableOf(name, atomicOf(int32));
const set = (name: string, order: JudgedOrder): JudgedStmt => ({
  ...{ kind: 'store', at: addressOf(cell(name)), value: constantOf(1), order, style: 'c11-explicit' },
});
const get = (to: string, from: string): JudgedStmt =>
  does(
    assignTo(variableOf(to, int32), {
      ...{ kind: 'load', at: addressOf(cell(from)), order: 'relaxed', style: 'c11-explicit' },
    }),
  );

/** Two threads; what the two variables hold that they read into. */
function twoThreads(first: readonly JudgedStmt[], second: readonly JudgedStmt[]): JudgedCode {
  const globals = ['x', 'y'].map((name) => ({
    name,
    type: atomicOf(int32),
    init: [],
    where: 'global' as const,
  }));
  const results = ['a', 'b'].map((name) => ({ name, type: int32, init: [], where: 'global' as const }));
  const threads = [first, second].map((body, i) => ({
    ...{ name: `run${i}`, returns: null, isThread: true, params: [], body },
  }));
  return {
    ...{ structs: [], globals: [...globals, ...results], mutexes: [], functions: threads },
    main: [
      ...[0, 1].map((i): JudgedStmt => ({ kind: 'create', handle: `h${i}`, thread: `run${i}`, arg: 0n })),
      ...[0, 1].map((i): JudgedStmt => ({ kind: 'join', handle: `h${i}` })),
    ],
    watched: [variableOf('a', int32), variableOf('b', int32)],
  };
}

const outcomes = (program: JudgedCode, model: 'sc' | 'tso' | 'pso'): readonly string[] => [
  ...(judgeProgram(program, model, 10_000)?.outcomes ?? []),
];

describe('the judge of C programs', () => {
  it('has the outcomes of store buffering that the models are known by', () => {
    const weak = twoThreads([set('x', 'release'), get('a', 'y')], [set('y', 'release'), get('b', 'x')]);
    const strong = twoThreads([set('x', 'seq_cst'), get('a', 'y')], [set('y', 'seq_cst'), get('b', 'x')]);
    expect(outcomes(weak, 'sc')).not.toContain('0,0');
    for (const model of ['tso', 'pso'] as const) {
      expect(outcomes(weak, model)).toContain('0,0');
      expect(outcomes(strong, model)).not.toContain('0,0');
    }
  });

  it('has those of message passing', () => {
    const passing = (order: JudgedOrder): JudgedCode =>
      twoThreads([set('x', 'relaxed'), set('y', order)], [get('a', 'y'), get('b', 'x')]);
    expect(outcomes(passing('relaxed'), 'tso')).not.toContain('1,0');
    expect(outcomes(passing('relaxed'), 'pso')).toContain('1,0');
    expect(outcomes(passing('release'), 'pso')).not.toContain('1,0');
  });

  it('agrees with the front end and the engine on 12 programs of several threads', async () => {
    const tally = await tallyConcurrent(12, 7000);
    expect(tally.complaints).toEqual([]);
    expect(tally.compared).toBe(12);
    expect(tally.unsafe).toBeGreaterThan(20);
    expect(tally.safe).toBeGreaterThan(50);
  });
});

(hasGcc ? describe : describe.skip)(`sequential programs beside gcc${gccNote}`, () => {
  it.each([false, true])('have its values (signed integers wrap: %s)', async (wrap) => {
    const tally = await tallySequential(sequentialPrograms(12, 800, wrap), wrap, noFault);
    expect(tally.complaints).toEqual([]);
    expect(tally.compared).toBeGreaterThan(8);
  });
});

describe('bad C', () => {
  it('is refused at a place, or taken: 150 mutated files', () => {
    const tally = tallyMutations(150, 50_000);
    expect(tally.complaints).toEqual([]);
    expect(tally.refused).toBeGreaterThan(75);
    expect(tally.taken).toBeGreaterThan(5);
  });

  it('shows at least ten of forty mistakes', () => {
    const mistakes = Array.from({ length: 40 }, (_, i) => `int f${i}(void) { return ${i} +; }`);
    const { lines } = readC(`${mistakes.join('\n')}\nint main(void) { return 0; }\n`);
    expect(new Set(lines).size).toBeGreaterThanOrEqual(10);
    const names = Array.from({ length: 40 }, (_, i) => `  missing${i} = ${i};`);
    const unknown = readC(`int main(void) {\n${names.join('\n')}\n  return 0;\n}\n`);
    expect(new Set(unknown.lines).size).toBeGreaterThanOrEqual(10);
  });

  it('does not take for ever where choices and tests are nested deeply', () => {
    const nested = (around: (inner: string) => string): string =>
      Array.from({ length: 40 }).reduce<string>((inner) => around(inner), 'x');
    const texts = [
      nested((inner) => `(x && ${inner})`),
      nested((inner) => `(x || 1 / ${inner})`),
      nested((inner) => `(${inner} ? x : y)`),
      nested((inner) => `((${inner} || y) ? (x && y) : -y)`),
    ];
    for (const text of texts)
      expect(readC(`int x, y;\nint main(void) { x = ${text}; return 0; }\n`).program).not.toBeNull();
  });
});

describeOver(litmusFolder)('litmus tests written as C (need $FENCEPOST_CORPUS)', () => {
  it('have the final states of herd7: 12 tests under each model', async () => {
    const tally = await tallyCLitmus(12);
    expect(tally.complaints).toEqual([]);
    expect(tally.verdicts).toBeGreaterThan(100);
  });
});
