import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fencepost, folderWith, storeBuffering } from './fencepost.js';

const folder = folderWith({
  'sb.fp': storeBuffering,
  'bits.fp': 'shared int[0..3] x = 0; thread P { x = x & 1; } invariant x == 0;',
});
const at = (name: string): string => join(folder, name);

describe('--emit-smt2', () => {
  it('writes a folder of what evidence asks, with an index', async () => {
    const verified = ['verify', at('sb.fp'), '--evidence', at('sc.json'), '--emit-smt2', at('sc')];
    expect(await fencepost(verified)).toMatchObject({ code: 0 });
    const index = readFileSync(join(at('sc'), 'index.txt'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(index.map((line) => line.split('\t')[0])).toEqual(
      readdirSync(at('sc')).filter((name) => name.endsWith('.smt2')),
    );
    expect(index.every((line) => line.split('\t')[1] === 'unsat')).toBe(true);
    const replayed = await fencepost(['replay', at('sc.json'), '--emit-smt2', at('again')]);
    expect(replayed).toMatchObject({ code: 0 });
    for (const name of readdirSync(at('sc')))
      expect(readFileSync(join(at('again'), name), 'utf8')).toBe(readFileSync(join(at('sc'), name), 'utf8'));
  });

  it('writes a run as one file', async () => {
    const found = ['verify', at('sb.fp'), '--model', 'tso', '--evidence', at('run.json')];
    const { code, stderr } = await fencepost([...found, '--emit-smt2', at('run')]);
    expect(code).toBe(10);
    expect(stderr).toContain('1 file of SMT-LIB in');
    expect(readFileSync(join(at('run'), 'index.txt'), 'utf8')).toMatch(
      /^0000-run\.smt2\tsat\ta run violates /,
    );
  });

  it('takes no folder that has something in it', async () => {
    writeFileSync(at('file'), '');
    for (const [path, why] of [
      [folder, 'the folder is not empty'],
      [at('none/texts'), 'there is no folder'],
      [at('file'), 'it is no folder'],
    ] as const) {
      const { code, stderr } = await fencepost(['replay', at('sc.json'), '--emit-smt2', path]);
      expect(code).toBe(2);
      expect(stderr).toContain(why);
    }
    const alone = await fencepost(['verify', at('sb.fp'), '--emit-smt2', at('none')]);
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('needs --evidence FILE') });
    expect(existsSync(at('none'))).toBe(false);
  });

  it('says what has no words there, and keeps the answer', async () => {
    const bits = ['verify', at('bits.fp'), '--evidence', at('bits.json'), '--emit-smt2', at('bits')];
    const { code, stderr } = await fencepost(bits);
    expect(code).toBe(0);
    expect(stderr).toContain('is not complete: SMT-LIB has no operator & on integers');
    expect(existsSync(join(at('bits'), 'index.txt'))).toBe(false);
  });
});

describe('transform --to smt2', () => {
  it('takes a solution for the same program and model only', async () => {
    const solve = (...more: readonly string[]) =>
      fencepost(['transform', at('sb.fp'), '--to', 'smt2', '--solution', ...more]);
    expect(await solve(at('sc.json'))).toMatchObject({ code: 0 });
    const wrong = [
      [[at('sc.json'), '--model', 'tso'], 'it is about sc'],
      [[at('run.json'), '--model', 'tso'], 'it is no invariant'],
      [[at('none.json')], 'it cannot be read'],
      [[at('sc.json'), '--form', 'threads'], '--solution is for --form tuples'],
    ] as const;
    for (const [more, why] of wrong) {
      const { code, stderr } = await solve(...more);
      expect(stderr).toContain(why);
      expect(code).toBe(2);
    }
  });

  it('alone has forms and solutions', async () => {
    for (const more of [
      ['--form', 'threads'],
      ['--solution', at('sc.json')],
    ]) {
      const { code, stderr } = await fencepost(['transform', at('sb.fp'), '--to', 'fp', ...more]);
      expect(stderr).toContain('says nothing with --to fp');
      expect(code).toBe(2);
    }
  });
});
