import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { at } from '../../../src/support/invariant.js';
import { root } from '../../support/golden.js';

/** Each round has programs and expressions that were not there before: kept for ever, those of one take some 20 MB. */
const program = String.raw`
import { load, verify } from './dist/src/index.js';
const rounds = [];
for (let round = 0; round < 6; round++) {
  for (let i = 0; i < 8; i++) {
    const n = 100 * round + i;
    const sums = Array.from({ length: 3000 }, (_, k) => 'x = x + ' + (n * 3000 + k) + ';').join('\n');
    await load({ name: 'many.fp', text: 'shared int x = 0;\nthread P {\n' + sums + '\n}\n' });
    const text = 'shared int x = 0, y' + n + ' = 0; thread P { x = ' + n + '; y' + n + ' = x; } invariant small: y' + n + ' <= ' + n + ';';
    const { verdict } = await verify({ text, name: 'few.fp' }, { model: 'tso' });
    if (verdict !== 'safe') throw new Error(String(verdict));
  }
  for (let i = 0; i < 3; i++) { await new Promise((resolve) => setTimeout(resolve, 10)); gc(); }
  rounds.push(process.memoryUsage().heapUsed / 2 ** 20);
}
console.log(JSON.stringify(rounds));
`;

it('verifies many programs in one process in a heap that stays level', () => {
  const args = ['--expose-gc', '--input-type=module', '-e', program];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  const rounds = run.stdout.trim().slice(1, -1).split(',').map(Number);
  expect(rounds.length).toBe(6);
  expect(Math.max(...rounds.slice(3))).toBeLessThan(2 * at(rounds, 1));
});
