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
  const asked = ['verify', join(folder, 'third.fp'), '--engine', engine, '--trace', 'none'];
  const { code, stdout, stderr } = await inProcess([...asked, '--procs', '2']);
  if (engine === 'explicit') expect(stdout).toContain('VERDICT: SAFE');
  // Who cannot tell says so.
  if (code !== 0) expect([code, stderr]).toEqual([2, expect.stringContaining('[E501]')]);
  if (engine !== 'quantified') return;
  expect(stderr).toContain('any number of processes, not about 2');
  expect((await inProcess(asked)).code).toBe(10);
});
