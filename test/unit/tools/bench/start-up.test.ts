import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { programFile } from '../../../../src/library/own-package.js';
import { at } from '../../../../src/support/invariant.js';
import { cpuSeconds } from '../../../../tools/bench/cpu-time.js';
import { startRuns } from '../../../../tools/bench/start-up.js';
import { root } from '../../../support/root.js';

/** Loosely: other tests are running. The benchmark has the figures that are aimed at. */
it('a start costs little beside that of Node, and less than one by single modules', () => {
  const [, ...byModules] = startRuns(join(root, 'dist/src/cli/start.js'));
  const seconds = cpuSeconds([...startRuns(programFile()), ...byModules], 7);
  const [node, help, verify] = [at(seconds, 0), at(seconds, 1), at(seconds, 2)];
  expect(help / node).toBeLessThan(4.5);
  expect(verify / node).toBeLessThan(6);
  expect(help).toBeLessThan(0.9 * at(seconds, 3));
  expect(verify).toBeLessThan(0.85 * at(seconds, 4));
});
