import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { fencepost, folderWith, storeBuffering } from './fencepost.js';

const folder = folderWith({
  'sb.fp': storeBuffering,
  'two.fp': `${storeBuffering}invariant small: x <= 1;\n`,
  'any.fp': 'shared int x;\nthread P { local int r = 0; r = x; }\ninvariant x == x;\n',
});
const sb = join(folder, 'sb.fp');

const ajv = new Ajv({ allErrors: true });
for (const name of ['verify', 'runs', 'litmus']) {
  const schema: unknown = JSON.parse(readFileSync(`docs/schema/${name}.json`, 'utf8'));
  if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);
}

function parsed(name: 'verify' | 'runs', text: string): unknown {
  const document: unknown = JSON.parse(text);
  ajv.validate(`${name}.json`, document);
  expect(ajv.errors ?? []).toEqual([]);
  return document;
}

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

describe('verify', () => {
  it('says SAFE under SC', async () => {
    const { code, stdout, stderr } = await fencepost(['verify', sb]);
    expect(lastLine(stdout)).toBe('VERDICT: SAFE');
    expect(code).toBe(0);
    expect(stderr).toBe('');
  });

  it('shows a counterexample under TSO', async () => {
    const { code, stdout } = await fencepost(['verify', sb, '--model', 'tso']);
    expect(lastLine(stdout)).toBe('VERDICT: UNSAFE property sb');
    expect(code).toBe(10);
    expect(stdout).toContain('store x = 1');
    expect(stdout).toContain('flush y = 1');
    expect(stdout).toMatch(/^violated +sb: /m);
    expect(stdout.split('\n').every((line) => line.length <= 100)).toBe(true);
  });

  it('can leave the counterexample out', async () => {
    const { stdout } = await fencepost(['verify', sb, '--model', 'tso', '--trace', 'none']);
    expect(stdout).not.toContain('flush');
    expect(lastLine(stdout)).toBe('VERDICT: UNSAFE property sb');
    const json = await fencepost(['verify', sb, '--model', 'tso', '--trace', 'none', '--json']);
    expect(parsed('verify', json.stdout)).toMatchObject({
      verdict: 'unsafe',
      trace: null,
      properties: [{ trace: null }],
    });
  });

  it('prints a document with the same facts', async () => {
    const { code, stdout } = await fencepost(['verify', sb, '--model', 'tso', '--json']);
    expect(code).toBe(10);
    const document = parsed('verify', stdout);
    expect(document).toMatchObject({
      tool: 'fencepost',
      file: sb,
      language: 'fp',
      model: 'tso',
      engine: 'explicit',
      verdict: 'unsafe',
      reason: null,
      property: 'sb',
      properties: [{ name: 'sb', kind: 'final', line: 4, verdict: 'unsafe' }],
    });
    expect(document).toHaveProperty('trace.0.thread');
    expect(stdout).toContain('"action": "store x = 1"');
  });

  it('decides only the property that is asked for', async () => {
    const file = join(folder, 'two.fp');
    const all = await fencepost(['verify', file, '--model', 'pso']);
    expect(all.code).toBe(10);
    expect(all.stdout).toMatch(/^small +invariant +5 +safe$/m);
    const one = await fencepost(['verify', file, '--model', 'pso', '--property', 'small']);
    expect(one.code).toBe(0);
    expect(one.stdout).toContain('property small (invariant, line 5): safe');
  });

  it('adds invariants', async () => {
    const { code, stdout } = await fencepost([
      'verify',
      sb,
      '--invariant',
      'x + y <= 1',
      '--invariant',
      'x <= 1',
    ]);
    expect(code).toBe(10);
    expect(stdout).toMatch(/^VERDICT: UNSAFE property /m);
  });

  it('refuses what the engine cannot enumerate', async () => {
    const file = join(folder, 'any.fp');
    const refused = await fencepost(['verify', file, '--engine', 'explicit', '--json']);
    expect(refused.code).toBe(2);
    expect(parsed('verify', refused.stdout)).toMatchObject({ verdict: null, reason: 'unsupported' });
    const tried = await fencepost(['verify', file, '--havoc-range=-1..1']);
    expect(tried.code).toBe(20);
    expect(lastLine(tried.stdout)).toBe('VERDICT: UNKNOWN havoc-range');
    const { code, stdout } = await fencepost(['verify', file, '--json']);
    expect(code).toBe(0);
    expect(parsed('verify', stdout)).toMatchObject({ verdict: 'safe', engine: 'abstract' });
  });

  it('puts all models into one table', async () => {
    const { code, stdout } = await fencepost(['verify', sb, '--all-models']);
    expect(code).toBe(10);
    expect(stdout).toMatch(/^sc +safe /m);
    expect(stdout).toMatch(/^tso +unsafe +sb /m);
    expect(stdout).toMatch(/^pso +unsafe +sb /m);
    expect(lastLine(stdout)).toBe('VERDICT: UNSAFE property sb');
    const json = await fencepost(['verify', sb, '--all-models', '--json']);
    expect(json.code).toBe(10);
    expect(parsed('runs', json.stdout)).toMatchObject({
      runs: [
        { model: 'sc', verdict: 'safe' },
        { model: 'tso', verdict: 'unsafe' },
        { model: 'pso', verdict: 'unsafe' },
      ],
    });
  });

  it('tells on stderr what it does if asked', async () => {
    const { stdout, stderr } = await fencepost(['verify', sb, '--verbose']);
    expect(lastLine(stdout)).toBe('VERDICT: SAFE');
    expect(stderr).toContain('engine explicit (auto: ');
    expect(stderr).toContain('pass build-automata: ');
    expect(stderr).toContain('states/s');
  });

  it('uses colour only on a terminal', async () => {
    const { stdout } = await fencepost(['verify', sb, '--model', 'tso'], { env: { FORCE_COLOR: '1' } });
    expect(stdout).not.toContain('\u001b[');
  });

  it('exits with the code of the verdict though nobody reads', async () => {
    const { code, stderr } = await fencepost(['verify', sb, '--model', 'tso'], { closeStdout: true });
    expect(code).toBe(10);
    expect(stderr).toBe('');
  });

  it('keeps bad input within the schema too', async () => {
    const { stdout } = await fencepost(['verify', join(folder, 'nowhere.fp'), '--json']);
    expect(parsed('verify', stdout)).toMatchObject({ reason: 'input' });
    const usage = await fencepost(['verify', '--json']);
    expect(parsed('verify', usage.stdout)).toMatchObject({ reason: 'usage', file: null });
  });
});
