import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { herdIsHere, isSeen, observationIn } from '../../../tools/herd/herd.js';
import { fencepost, folderWith } from '../../cli/fencepost.js';
import { root } from '../../support/root.js';

const test = (asked: string): string =>
  `X86 SB\n"store buffering"\n{}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n${asked}\n`;
const folder = folderWith({ 'SB.litmus': test('exists (0:EAX=0 /\\ 1:EAX=0)') });
const place = join(folder, 'SB.litmus');

describe('npm run herd', () => {
  it('reads what logs in the format of herd7 observe', async () => {
    const [sc, tso] = await Promise.all(
      ['sc', 'tso'].map(async (model) => (await fencepost(['litmus', place, '--model', model])).stdout),
    );
    expect(observationIn(sc ?? '')).toBe('Never');
    expect(observationIn(tso ?? '')).toBe('Sometimes');
    expect(observationIn('File "SB.litmus": syntax error\n')).toBeNull();
    expect(['Never', 'Sometimes', 'Always', null].map(isSeen)).toEqual([false, true, true, false]);
  });

  it('asks herd7 where it is installed, and says so where not', () => {
    const tool = join(root, 'dist/tools/herd/main.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [tool, place], { encoding: 'utf8' });
    const expected = herdIsHere()
      ? { status: 0, said: `${place}: sc Never, tso Sometimes\n1 of 1 seen under TSO\n` }
      : { status: 2, said: 'this needs herd7, which is not installed\n' };
    expect({ status, said: stdout + stderr }).toEqual(expected);
  });
});
