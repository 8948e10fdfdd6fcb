import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { tso } from '../../../src/memory/tso.js';
import { usualAbstraction } from '../../support/abstraction-options.js';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import type { VerifyReport } from '../../../src/ask/report.js';
import { verifyPath } from '../../support/verify-text.js';

const workshop = mkdtempSync(join(tmpdir(), 'fencepost-abstract-'));
afterAll(() => rmSync(workshop, { recursive: true }));

function abstractly(text: string, options: Partial<VerifyOptions> = {}): Promise<VerifyReport> {
  const path = join(workshop, 'program.fp');
  writeFileSync(path, text);
  return verifyPath(path, { engine: 'abstract', ...options });
}

/** Programs that the abstract engine once got wrong. */
describe('the abstract engine', () => {
  it('tells places of many threads apart', async () => {
    const count = 60;
    const threads = Array.from(
      { length: count },
      (_, i) => `thread T${i + 1} { assume(turn == ${i + 1}); turn = ${i + 2}; W: assume(turn == 100); }`,
    );
    const others = Array.from({ length: count - 1 }, (_, i) => `!(T${i + 1} at W && A at W)`);
    const report = await abstractly(`
      shared int turn = 1;
      thread A { CS: assume(turn == 100); W: skip; }
      ${threads.join('\n')}
      invariant apart: ${others.join(' && ')} && !(A at CS && T${count} at W);
      predicates { ${Array.from({ length: count + 1 }, (_, i) => `turn == ${i + 1};`).join(' ')} }
    `);
    expect(report.verdict).toBe('unsafe');
  });

  it.each(['trad', 'pe', 'ce'] as const)('%s finds cubes among numbers beyond 2^53', async (method) => {
    const report = await abstractly(
      `
      shared int x;
      thread P { local int r = 0; r = x; if (r > 4611686018427387904) { assert a: r >= 4611686018427387905; } }
      predicates { P.r > 4611686018427387904; P.r >= 4611686018427387905; }
    `,
      { abstraction: { ...usualAbstraction, method } },
    );
    expect(report.verdict).toBe('safe');
  });

  it('extrapolates from a proof in which locked steps are single ones where others have none', async () => {
    const report = await abstractly(
      `
      shared int x = 3;
      thread P { local int r = 7; r = xchg(x, r); assert a: r == 3; assert b: x == 7; }
      predicates { x == 7; P.r == 3; x == 3; P.r == 7; }
    `,
      { abstraction: { ...usualAbstraction, method: 'ce' }, model: tso },
    );
    expect(report.verdict).toBe('safe');
  });

  it.each(['shapes', 'counters'] as const)(
    'tracks what a statement with two accesses has loaded (%s)',
    async (encoding) => {
      const report = await abstractly(
        `
        shared int x = 0;
        thread P { while (true) { x = x + 1; fence; } }
        invariant counted: x >= 0;
        predicates { x >= 0; }
      `,
        { abstraction: { ...usualAbstraction, encoding }, model: tso },
      );
      expect(report.verdict).toBe('safe');
    },
  );
});
