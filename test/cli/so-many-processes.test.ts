import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { engineNames } from '../../src/engines/index.js';
import { folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';

/** Three processes violate what two do not. */
const folder = folderWith({
  'third.fp': `shared int[0..3] n = 0;
process R(me) { atomic { assume(n < 3); n = n + 1; } B: skip; }
invariant n <= 2;
`,
});

it.each(engineNames)('two processes are not said to do what takes three: %s', async (engine) => {
  const asked = ['verify', join(folder, 'third.fp'), '--engine', engine, '--procs', '2'];
  const { stdout } = await inProcess([...asked, '--trace', 'none']);
  expect(stdout).toMatch(/^VERDICT: (SAFE|UNKNOWN unsupported)$/m);
});

it('who is about any number tells what three do, and says so where two are asked about', async () => {
  const asked = ['verify', join(folder, 'third.fp'), '--engine', 'quantified'];
  expect((await inProcess(asked)).code).toBe(10);
  const { code, stderr } = await inProcess([...asked, '--procs', '2']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('any number of processes, not about 2')]);
});
