import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { VerifyOptions } from '../../../src/verify/options.js';
import type { VerifyReport } from '../../../src/verify/report.js';
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
});
