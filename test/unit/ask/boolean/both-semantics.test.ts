import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { BooleanSemantics } from '../../../../src/ask/boolean/boolean-verification.js';
import { checkPath } from '../../../support/check-path.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = 'shared A, B;\nlocal t;\ninit\n1: nop;\nprocess 1\n';
const all: readonly BooleanSemantics[] = ['three-valued', 'concrete'];

describe.each(all)('the %s semantics', (semantics) => {
  it.each([
    [
      'says nothing about states behind a missing label',
      '10: store B = 1;\n11: if (true) goto 99;',
      'pc{1} == 10 || pc{1} == 11',
      'astray',
    ],
    [
      'knows a first statement that jumps to itself for ever',
      '10: if (t == 0) goto 10;\n11: nop;',
      'A == 0',
      'vacuous',
    ],
    ['refuses to assert what is drawn', '10: store B = 1;', '* || B == 0', 'unsupported'],
  ])('%s', async (_, statements, property, reason) => {
    const path = join(folder, 'program.bl');
    writeFileSync(path, `${start}${statements}\nassert always (${property});\n`);
    const report = await checkPath(path, { semantics });
    expect(report.reason).toBe(reason);
  });
});
