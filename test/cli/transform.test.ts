import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from '@jest/globals';
import { fencepost, folderWith, storeBuffering } from './fencepost.js';

const folder = folderWith({
  'sb.fp': storeBuffering,
  'live.fp': `${storeBuffering}ltl ends: F (x == 1);\n`,
  'two.fp': 'shared int x = 0, y = 0;\nthread P { x = 1; y = 2; x = 2; }\n',
  'bad.fp': 'shared int x = 0;\nthread P { x = z; }\n',
  'lock.fp':
    'shared int x = 0;\nprocess P(me) { cas(x, 0, 1); CS: x = 0; }\ninvariant forall a != b in P: !(a at CS && b at CS);\n',
  'process.fp': 'shared int x = 0;\nprocess P(me) { x = me; }\n',
});
const sb = join(folder, 'sb.fp');

const ajv = new Ajv({ allErrors: true });
for (const name of ['verify', 'transform']) {
  const schema: unknown = JSON.parse(readFileSync(`docs/schema/${name}.json`, 'utf8'));
  if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const document: unknown = JSON.parse(text);
  ajv.validate('transform.json', document);
  expect(ajv.errors ?? []).toEqual([]);
  if (typeof document !== 'object' || document === null) throw new Error('not an object');
  return { ...document };
}

describe('transform', () => {
  it('writes a program that verify takes under SC, with the verdict of the source under TSO', async () => {
    const out = join(folder, 'sb-tso.fp');
    const written = await fencepost(['transform', sb, '--model', 'tso', '--to', 'fp', '-o', out]);
    expect(written).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const checked = await fencepost(['verify', out, '--model', 'sc']);
    expect(checked.code).toBe(10);
    expect(checked.stdout).toContain('VERDICT: UNSAFE property sb');
  });

  it('prints the result, with the lines of the source', async () => {
    const { code, stdout } = await fencepost(['transform', sb, '--model', 'pso', '--bound', '2', '--to=fp']);
    expect(code).toBe(0);
    expect(stdout).toContain('// sb.fp under pso, at most 2 buffered writes of a thread to each variable.');
    expect(stdout).toContain('// line 2: thread P { local int r = 0; x = 1; r = y; }');
    expect(stdout).toContain('assert overflow: false;');
  });

  it('says that a bound was too small by a property of its own', async () => {
    const out = join(folder, 'two-tso.fp');
    await fencepost(['transform', join(folder, 'two.fp'), '--model', 'tso', '--to', 'fp', '-o', out]);
    const { code, stdout } = await fencepost(['verify', out]);
    expect(code).toBe(10);
    expect(stdout).toContain('VERDICT: UNSAFE property overflow');
  });

  it('takes a bound for each variable under PSO, and refuses to leave one out', async () => {
    const two = join(folder, 'two.fp');
    const args = ['transform', two, '--model', 'pso', '--to', 'fp', '--bound'];
    const { code, stdout } = await fencepost([...args, 'x=2,y=1']);
    expect(code).toBe(0);
    expect(stdout).toContain('P_x_2');
    expect(stdout).not.toContain('P_y_2');
    const without = await fencepost([...args, 'x=2']);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('the bound says nothing of `y`');
  });

  it('gives back the program itself under SC', async () => {
    const { code, stdout } = await fencepost(['transform', sb, '--to', 'fp']);
    expect(code).toBe(0);
    expect(stdout).toContain('// sb.fp under sc.');
    expect(stdout).not.toContain('cnt');
  });

  it('keeps processes for a target that has any number of them', async () => {
    const path = join(folder, 'lock.fp');
    const any = await fencepost(['transform', path, '--to', 'cub', '--model', 'tso']);
    expect(any.stdout).not.toContain('number_procs');
    const three = await fencepost(['transform', path, '--to', 'cub', '--model', 'tso', '--procs', '3']);
    expect(three.stdout.replace('number_procs 3\n\n', '')).toBe(any.stdout);
    expect(any).toMatchObject({ code: 0, stderr: '' });
  });

  it('leaves out what holds of fair runs only', async () => {
    const { stdout } = await fencepost([
      'transform',
      join(folder, 'live.fp'),
      '--model',
      'tso',
      '--to',
      'fp',
    ]);
    expect(stdout).not.toContain('ltl');
  });

  it('prints what a pass has made', async () => {
    const args = ['transform', sb, '--model', 'tso', '--dump-after'];
    const program = await fencepost([...args, 'tso-buffers']);
    expect(program.code).toBe(0);
    expect(program.stdout).toContain('P_cnt = P_cnt + 1;');
    const system = await fencepost([...args, 'build-automata']);
    expect(system.stdout).toContain('assume');
    const wrong = await fencepost([...args, 'tso-bufers']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("did you mean 'tso-buffers'?");
  });

  it('prints one JSON document, also for bad input', async () => {
    const good = await fencepost(['transform', sb, '--model', 'tso', '--to', 'fp', '--json']);
    expect(good.code).toBe(0);
    const document = parsed(good.stdout);
    expect(document['to']).toBe('fp');
    expect(document['text']).toContain('thread P_flush');
    const bad = await fencepost(['transform', join(folder, 'bad.fp'), '--to', 'fp', '--json']);
    expect(bad.code).toBe(2);
    expect(parsed(bad.stdout)['reason']).toBe('input');
  });

  it.each([
    [['transform', sb], 'transform needs --to'],
    [
      ['transform', sb, '--to', 'cub', '--model', 'tso', '--bound', '2'],
      '--bound says nothing with --to cub',
    ],
    [['transform', sb, '--to', 'cub', '--model', 'pso'], 'there is none of pso'],
    [['transform', sb, '--to', 'cub', '--model', 'tso1'], 'there is none of tso1'],
    [['transform', sb, '--to', 'pascal'], "--to cannot be 'pascal'"],
    [['transform', sb, '--to', 'fp', '-x'], 'transform has no option -x'],
    [['transform', sb, '--to', 'fp', '-o'], '--output needs a value'],
    [['transform', sb, '--to', 'fp', '--model', 'tso', '--bound', '0'], '--bound takes a whole number'],
    [['transform', sb, '--to', 'fp', '--model', 'tso', '--bound', 'x=1'], '--model pso'],
    [['transform', sb, '--to', 'fp', '-o', sb], 'would overwrite the input'],
    [['transform', sb, '--to', 'fp', '-o', join(folder, 'no/where.fp')], 'no such folder'],
    [['transform', sb, '--to', 'fp', '-o', folder], 'it is a directory'],
    [['transform', sb, '--to', 'fp', '-o', join(sb, 'below.fp')], 'the path leads through a file'],
    [['transform', sb, '--to', 'fp', '-o', join(folder, 'n'.repeat(300))], 'the name is too long'],
    [['transform', join(folder, 'process.fp'), '--to', 'fp', '--model', 'tso'], '--procs'],
  ])('%j is refused', async (args, message) => {
    const { code, stdout, stderr } = await fencepost(args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });

  it('stops at a limit', async () => {
    const args = ['transform', sb, '--model', 'tso', '--to', 'fp', '--json'];
    const { code, stdout } = await fencepost([...args, '--timeout', '0.0001']);
    expect(code).toBe(20);
    expect(parsed(stdout)['reason']).toBe('timeout');
    expect((await fencepost([...args, '--memory', '1'])).code).toBe(20);
    expect((await fencepost([...args, '--timeout', '60', '--memory', '4000'])).code).toBe(0);
  });

  it('leaves no partial files behind', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(existsSync(sb)).toBe(true);
    expect(readFileSync(sb, 'utf8')).toBe(storeBuffering);
  });
});
