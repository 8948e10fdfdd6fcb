import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Block, Stmt } from '../../../../src/lang/program/program.js';
import { mapBlocks } from '../../../../src/lang/program/visit.js';
import {
  compareJudged,
  concerns,
  emptyTally,
  judgedConcurrent,
} from '../../../support/c-judge/concurrent-agreement.js';
import type { JudgedConcurrent } from '../../../support/c-judge/concurrent-agreement.js';
import type { Alteration } from '../../../support/c-judge/c-answers.js';
import { unaltered } from '../../../support/c-judge/c-answers.js';
import { runByGcc } from '../../../support/c-judge/gcc-batch.js';
import type { GccRun } from '../../../support/c-judge/gcc-batch.js';
import { arithmeticOf, castTo, comparisonOf, constantOf } from '../../../support/c-judge/judged-build.js';
import type { JudgedExpr } from '../../../support/c-judge/judged-ast.js';
import { int32, int64, uint8, usualType } from '../../../support/c-judge/judged-types.js';
import { integerTypeOf, judgedTypeOf } from '../../../support/c-judge/judged-typing.js';
import { mapJudged, unchanged } from '../../../support/c-judge/map-judged.js';
import type { JudgedChange } from '../../../support/c-judge/map-judged.js';
import { noFault, sequentialPrograms, tallyWithRuns } from '../../../support/c-judge/sequential-agreement.js';
import type { PlantedFault } from '../../../support/c-judge/sequential-agreement.js';
import { gccNote, hasGcc } from '../../../support/gcc.js';
import { everyNth } from '../../../support/thorough.js';

/** A front end that reads a program as if something else stood there. */
const misread = (change: Partial<JudgedChange>): PlantedFault => ({
  read: (program) => mapJudged(program, { ...unchanged, ...change }),
  alter: unaltered,
});

/** A front end that makes something else of it. */
const lowered = (change: (stmt: Stmt) => readonly Stmt[]): PlantedFault => {
  const inside = (block: Block): Block => block.flatMap((stmt) => [...change(mapBlocks(stmt, inside))]);
  const alter: Alteration = (program) => ({
    ...program,
    threads: program.threads.map((thread) => ({ ...thread, body: inside(thread.body) })),
  });
  return { read: (program) => program, alter };
};

const nothing = ({ labels, span }: Stmt): Stmt => ({ kind: 'skip', labels, span });
const isNumber = (expr: JudgedExpr): boolean => judgedTypeOf(expr).kind === 'integer';

const sequentialFaults: Readonly<Record<string, PlantedFault>> = {
  'unsigned numbers are compared as signed ones': misread({
    expr: (expr) => {
      if (expr.kind !== 'comparison' || !isNumber(expr.left) || !isNumber(expr.right)) return expr;
      const type = usualType(integerTypeOf(expr.left), integerTypeOf(expr.right));
      const signed = type.bits === 64 ? int64 : int32;
      return comparisonOf(expr.op, castTo(signed, expr.left), castTo(signed, expr.right));
    },
  }),
  'narrow numbers are not promoted': misread({
    expr: (expr) => {
      if (expr.kind !== 'arithmetic' || !isNumber(expr.left) || !isNumber(expr.right)) return expr;
      const [left, right] = [integerTypeOf(expr.left), integerTypeOf(expr.right)];
      return left.bits < 32 && right.bits < 32 ? castTo(left, expr) : expr;
    },
  }),
  'both sides of && and || are computed': misread({
    expr: (expr) =>
      expr.kind === 'logical'
        ? arithmeticOf(
            expr.op === '&&' ? '&' : '|',
            comparisonOf('!=', expr.left, constantOf(0)),
            comparisonOf('!=', expr.right, constantOf(0)),
          )
        : expr,
  }),
  'x++ is what ++x is': misread({
    expr: (expr) => (expr.kind === 'step' ? { ...expr, when: 'before' } : expr),
  }),
  'no case falls through': misread({
    stmt: (stmt) =>
      stmt.kind === 'switch'
        ? { ...stmt, cases: stmt.cases.map((each) => ({ ...each, body: [...each.body, { kind: 'break' }] })) }
        : stmt,
  }),
  'a cast to signed char makes an unsigned one': misread({
    expr: (expr) =>
      expr.kind === 'cast' && expr.type.name === 'signed char' ? { ...expr, type: uint8 } : expr,
  }),
  'static variables of functions begin anew': misread({
    stmt: (stmt) =>
      stmt.kind === 'declare' && stmt.variable.where === 'static'
        ? { ...stmt, variable: { ...stmt.variable, where: 'local' } }
        : stmt,
  }),
  'nobody looks whether a number fits': lowered((stmt) =>
    stmt.kind === 'atomic' && stmt.body.some((each) => each.kind === 'assert' && each.property === 'overflow')
      ? [nothing(stmt)]
      : [stmt],
  ),
};

const concurrentFaults: Readonly<Record<string, PlantedFault>> = {
  'an old value is not written back where a compare-exchange fails': misread({
    expr: (expr) => {
      if (expr.kind !== 'compare' || expr.expected.kind !== 'variable') return expr;
      const { name, type } = expr.expected;
      return type.kind === 'integer'
        ? { ...expr, expected: { ...expr.expected, name: `(${type.name}){${name}}` } }
        : expr;
    },
  }),
  'a sequentially consistent store is a plain one': lowered((stmt) =>
    stmt.kind === 'rmw' && stmt.op.kind === 'xchg' && stmt.result === null
      ? [{ kind: 'assign', target: stmt.place, value: stmt.op.value, labels: stmt.labels, span: stmt.span }]
      : [stmt],
  ),
  'release keeps nothing in order': lowered((stmt) =>
    stmt.kind === 'fence' && stmt.fence === 'ww' ? [nothing(stmt)] : [stmt],
  ),
  'fences are left out': lowered((stmt) => (stmt.kind === 'fence' ? [nothing(stmt)] : [stmt])),
  'atomic changes are a read and a write': lowered((stmt) =>
    stmt.kind === 'locked' && stmt.body.length === 2 ? [nothing(stmt), ...stmt.body] : [stmt],
  ),
  'every store is sequentially consistent': misread({
    stmt: (stmt) => (stmt.kind === 'store' ? { ...stmt, order: 'seq_cst', style: 'gcc' } : stmt),
  }),
};

const programs = sequentialPrograms(60, 520, false);

(hasGcc ? describe : describe.skip)(`faults in sequential programs are seen beside gcc${gccNote}`, () => {
  let runs: readonly GccRun[] = [];
  beforeAll(() => {
    runs = runByGcc(programs, false);
  });

  it('nothing is seen without one', async () => {
    expect((await tallyWithRuns(programs, runs, false, noFault)).complaints).toEqual([]);
  });

  it.each(everyNth(Object.entries(sequentialFaults), 2))('%s', async (_, fault) => {
    const { complaints } = await tallyWithRuns(programs, runs, false, fault, 1);
    expect(complaints.length).toBeGreaterThan(0);
  });
});

describe('faults in concurrent programs are seen beside the judge', () => {
  /** Of each program the judge is asked once, for all faults. */
  const known = new Map<number, JudgedConcurrent | null>();
  const judgedAt = (seed: number): JudgedConcurrent | null => {
    const judged = known.get(seed) ?? (known.has(seed) ? null : judgedConcurrent(seed));
    known.set(seed, judged);
    return judged;
  };

  it.each(everyNth(Object.entries(concurrentFaults), 2))('%s', async (_, fault) => {
    const tally = emptyTally();
    for (let seed = 1; seed <= 150 && tally.complaints.length === 0; seed++) {
      const judged = judgedAt(seed);
      if (judged !== null && concerns(fault, judged)) await compareJudged(judged, fault, tally);
    }
    expect(tally.complaints.length).toBeGreaterThan(0);
  });
});
