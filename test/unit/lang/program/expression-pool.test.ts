import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Pool } from '../../../../src/support/pool.js';
import { root } from '../../../support/golden.js';

/** The pool lets go of its items each time that it has been given so many. */
const many = 80_000;

describe('a pool', () => {
  it('gives what is held elsewhere again, however much came after it', () => {
    const pool = new Pool<{ readonly n: number }>();
    const kept = Array.from({ length: 1000 }, (_, n) => ({ n }));
    for (const item of kept) pool.add(`kept ${item.n}`, item);
    for (let n = 0; n < many; n++) pool.add(`other ${n}`, { n });
    expect(kept.every((item) => pool.get(`kept ${item.n}`) === item)).toBe(true);
    expect(pool.get('none')).toBeUndefined();
  });
});

describe('the pool of expressions', () => {
  const script = `
    import { binary, exprId, int, local } from ${JSON.stringify(join(root, 'dist/src/lang/expr/expr.js'))};
    const sumOf = (n) => binary('+', local(0), int(n));
    const kept = Array.from({ length: 1000 }, (_, n) => sumOf(-n));
    const numbers = kept.map(exprId);
    const megabytes = [];
    for (let program = 0; program < 5; program++) {
      for (let n = 0; n < ${many}; n++) sumOf(program * ${many} + n);
      // What was looked at stays until this turn of the event loop is over.
      await new Promise((resolve) => setTimeout(resolve));
      globalThis.gc();
      megabytes.push(Math.round(process.memoryUsage().heapUsed / 2 ** 20));
    }
    const same = kept.every((expr, n) => sumOf(-n) === expr && exprId(expr) === numbers[n]);
    console.log([same ? 1 : 0, ...megabytes].join(' '));
  `;

  it('does not keep the expressions of programs that are gone, and equal ones are the same all along', () => {
    const output = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    const [same, ...megabytes] = output.split(' ').map(Number);
    expect(same).toBe(1);
    // Were they kept, those of each program would take some 30 MB more.
    expect(Math.max(...megabytes)).toBeLessThan(100);
  });
});
