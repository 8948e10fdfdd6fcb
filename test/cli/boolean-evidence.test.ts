import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readEvidence } from '../../src/evidence/document/read-evidence.js';
import { numbersBelow } from '../../src/support/lists.js';
import { fencepost, folderWith } from './fencepost.js';

const bits = numbersBelow(24);

/** A lock, and bits that are anything: more states than anybody lists. */
const folder = folderWith({
  'bits.bl': `shared Free, ${bits.map((i) => `B${i}`).join(', ')};
    local t;
    init
    1: store Free = 1;
    ${bits.map((i) => `${i + 2}: store B${i} = choose(false, false);`).join('\n')}
    ${[1, 2].map((process) => lockingProcess(process)).join('\n')}
    assert always (pc{1} != 10 || pc{2} != 10);`,
});

function lockingProcess(process: number): string {
  return `process ${process}
    1: begin_atomic;
    2: assume(Free != 0);
    3: store Free = 0;
    4: end_atomic;
    10: nop;
    ${bits.map((i) => `${i + 11}: store B${i} = choose(B${(i + process) % bits.length} != 0, false);`).join('\n')}
    50: store Free = 1;
    51: if (true) goto 1;`;
}

describe('evidence of a Boolean program', () => {
  it('of very many states says what is known of each variable', async () => {
    const name = join(folder, 'bits.json');
    const program = join(folder, 'bits.bl');
    const { code } = await fencepost(['verify', program, '--evidence', name, '--timeout', '300']);
    expect(code).toBe(0);
    const { kind } = readEvidence(readFileSync(name, 'utf8'));
    expect(kind).toBe('predicates');
    const { stdout } = await fencepost(['replay', name]);
    expect(stdout).toContain('ACCEPTED');
  });
});
