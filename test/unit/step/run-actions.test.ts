import { describe, expect, it } from '@jest/globals';
import { generatedBy } from '../../../src/diagnostics/span.js';
import { binary, int, local, not, shared, unary } from '../../../src/lang/expr/expr.js';
import type { BinaryOp, Expr, UnaryOp } from '../../../src/lang/expr/expr.js';
import { localId, sharedId } from '../../../src/lang/expr/ids.js';
import type { Action, System } from '../../../src/lang/program/system.js';
import type { Type } from '../../../src/lang/expr/type.js';
import { found, isEnded, then } from '../../../src/step/branches.js';
import type { Branches } from '../../../src/step/branches.js';
import { evaluateIn } from '../../../src/step/evaluate-branches.js';
import type { ExprDomain } from '../../../src/step/evaluate-branches.js';
import { runActions } from '../../../src/step/run-actions.js';
import type { Waiting } from '../../../src/step/run-actions.js';
import { printExpr } from '../../../src/lang/program/print.js';
import { parseFp } from '../../support/parse-fp.js';

const program = parseFp(`
  shared int x = 0; shared int a[2] = 0;
  thread P { local int[0..3] r; local int s; r = s; }`);
const system: Pick<System, 'shared' | 'locals'> = program;
const [x, a, r, s] = [shared(sharedId(0)), sharedId(1), local(localId(0)), local(localId(1))];

/** What was asked, in order. Whatever may fault does so in one way, and does not in another. */
type Log = readonly string[];

class LoggingDomain implements ExprDomain<Log, string> {
  readonly system = system;

  evaluate(log: Log, expr: Expr): Branches<Log, Expr> {
    return evaluateIn(this, log, expr);
  }
  leaf(_: Log, expr: Expr): Expr {
    return expr;
  }
  load(_: Log, cell: string): Expr {
    return cell === 'x' ? x : shared(a, s);
  }
  unary(_: Log, op: UnaryOp, arg: Expr): Expr {
    return unary(op, arg);
  }
  binary(_: Log, op: BinaryOp, left: Expr, right: Expr): Expr {
    return binary(op, left, right);
  }
  divisors(log: Log, value: Expr): Branches<Log, Expr> {
    return either(log, 'div', text(value), value);
  }
  unasked(log: Log, right: Expr): Branches<Log, Expr> | null {
    const [only] = this.evaluate(log, right);
    return only !== undefined && !isEnded(only) && only.state === log ? [only] : null;
  }
  cells(log: Log, id: number, index: Expr | null): Branches<Log, string> {
    const { name } = program.shared[id] ?? { name: '?' };
    return index === null ? found(log, name) : either(log, 'bounds', text(index), `${name}[${text(index)}]`);
  }
  fitting(log: Log, value: Expr, type: Type): Branches<Log, Expr> {
    return type.kind === 'range' ? either(log, 'range', text(value), value) : found(log, value);
  }
  assume(log: Log, cond: Expr, holds: boolean): Log {
    return [...log, text(holds ? cond : not(cond))];
  }
  assert(_: Log, property: string, cond: Branches<Log, Expr>): Branches<Log> {
    return then(cond, (log, value) => found([...log, `${property} ${text(value)}`], null));
  }
  assign(log: Log, _: number, value: Expr): Log {
    return [...log, `:= ${text(value)}`];
  }
  store(log: Log, cell: string, value: Expr, locked: boolean): Log {
    return [...log, `${cell} := ${text(value)}${locked ? ' locked' : ''}`];
  }
  havoc(log: Log): Branches<Log> {
    return found([...log, 'havoc'], null);
  }
  wait(log: Log, { kind }: Waiting): Log | null {
    return kind === 'lock' ? null : [...log, kind];
  }
  limit(): void {
    // There are few ways.
  }
}

const text = (expr: Expr): string => printExpr(expr, program, null);

const either = <T>(log: Log, fault: string, of: string, value: T): Branches<Log, T> => [
  { ended: [...log, `${fault} of ${of}`] },
  { state: [...log, `no ${fault} of ${of}`], value },
];

const ways = (...actions: readonly Action[]): readonly string[] =>
  runActions(new LoggingDomain(), { actions, span: generatedBy('test', null) }, []).map((log) =>
    log.join('; '),
  );

const assume = (cond: Expr): Action => ({ kind: 'assume', cond });
const nonzero = (by: Expr): Expr => binary('==', binary('/', int(6), by), int(1));

describe('the run of an edge', () => {
  it('asks of a store for index, value, bounds and range, and ends with the first fault', () => {
    const value = binary('/', int(1), r);
    expect(ways({ kind: 'store', shared: a, index: binary('%', s, x), value, locked: false })).toEqual([
      'div of x',
      'no div of x; div of P.r',
      'no div of x; no div of P.r; bounds of P.s % x',
      'no div of x; no div of P.r; no bounds of P.s % x; a[P.s % x] := 1 / P.r',
    ]);
  });

  it('asks for the range of what is assigned after it is evaluated', () => {
    expect(ways({ kind: 'assign', local: localId(0), value: binary('/', s, x) })).toEqual([
      'div of x',
      'no div of x; range of P.s / x',
      'no div of x; no range of P.s / x; := P.s / x',
    ]);
  });

  it.each([
    ['&&', '==', '!='],
    ['->', '==', '!='],
    ['||', '!=', '=='],
  ] as const)(
    'evaluates the right side of %s only where the left side does not decide',
    (op, asked, short) => {
      const cond = binary(op, binary('==', s, int(0)), nonzero(r));
      const compared = (how: string): string => (how === '==' ? 'P.s == 0' : '!(P.s == 0)');
      expect(ways(assume(cond))).toEqual([
        `${compared(short)}; ${op === '&&' ? 'false' : 'true'}`,
        `${compared(asked)}; div of P.r`,
        `${compared(asked)}; no div of P.r; 6 / P.r == 1`,
      ]);
    },
  );

  it('keeps an operator whole whose right side cannot fault', () => {
    const cond = binary('&&', binary('==', s, int(0)), binary('==', x, int(1)));
    expect(ways(assume(cond))).toEqual(['P.s == 0 && x == 1']);
  });

  it('goes no way through an action that waits, and does nothing after a fault', () => {
    expect(ways({ kind: 'fence', fence: 'full' }, assume(nonzero(s)), { kind: 'lock' })).toEqual([
      'fence; div of P.s',
    ]);
  });

  it('goes on behind an assert', () => {
    const cond = binary('==', shared(a, s), int(0));
    expect(ways({ kind: 'assert', cond, property: 'p' }, { kind: 'havoc', local: localId(1) })).toEqual([
      'bounds of P.s',
      'no bounds of P.s; p a[P.s] == 0; havoc',
    ]);
  });
});
