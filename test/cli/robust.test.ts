import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from '@jest/globals';
import { inProcess } from './in-process.js';

const sb = 'samples/litmus/sb.fp';
const mp = 'samples/litmus/mp.fp';
const robust = (...more: readonly string[]) => inProcess(['verify', ...more]);

describe('verify --robust', () => {
  it('names the store that is overtaken, and what SC lacks', async () => {
    const { code, stdout } = await robust(sb, '--model', 'tso', '--robust', 'trace');
    expect(code).toBe(10);
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain('property robust (robust, line 7): unsafe');
    expect(text).toContain(
      'robust: `x = 1` (line 7) may still wait when `y` is read (line 8); no run under SC has all',
    );
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('VERDICT: UNSAFE property robust');
  });

  it('names a store that a later store overtakes', async () => {
    const { code, stdout } = await robust(mp, '--model', 'pso', '--robust', 'state');
    expect(code).toBe(10);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'no run under SC comes to this state; `data = 42` (line 6) may still wait when `flag` is written (line 7)',
    );
  });

  it('prints a document with one property', async () => {
    const schema: unknown = JSON.parse(readFileSync('docs/schema/verify.json', 'utf8'));
    const ajv = new Ajv({ allErrors: true });
    const { stdout } = await robust(sb, '--model', 'tso', '--robust', 'trace', '--json');
    const document: unknown = JSON.parse(stdout);
    expect(schema instanceof Object && ajv.validate(schema, document)).toBe(true);
    expect(document).toMatchObject({
      verdict: 'unsafe',
      property: 'robust',
      properties: [{ name: 'robust', kind: 'robust', line: 7 }],
      trace: expect.arrayContaining([expect.objectContaining({ action: 'store x = 1' })]),
    });
  });

  it('looks at no state where no pair can be an attack', async () => {
    const { code, stdout } = await robust(mp, '--model', 'tso', '--robust', 'trace');
    expect(code).toBe(0);
    expect(stdout).toContain('no state was looked at');
  });

  it('shows the program with its attacks', async () => {
    const asked = [sb, '--model', 'tso', '--robust', 'trace', '--dump-after', 'delay-attacks'];
    expect((await robust(...asked)).stderr).toContain('assume attack');
  });

  it('runs the models that have buffers', async () => {
    const { code, stdout } = await robust(mp, '--all-models', '--robust', 'state');
    expect(code).toBe(10);
    expect(stdout).toMatch(/^tso\s+safe/m);
    expect(stdout).toMatch(/^pso\s+unsafe\s+robust/m);
    expect(stdout).not.toMatch(/^sc\s/m);
  });

  it('runs the model that traces are decided against, and says so', async () => {
    const { code, stdout, stderr } = await robust(mp, '--all-models', '--robust', 'trace');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^tso\s+safe/m);
    expect(stdout).not.toMatch(/^(sc|pso)\s/m);
    expect(stderr).toContain('--robust state decides pso');
    expect((await robust(sb, '--all-models', '--robust', 'trace')).code).toBe(10);
  });

  it.each([
    ['under sc', ['--robust', 'trace'], 'under sc every program is robust'],
    ['traces under pso', ['--model', 'pso', '--robust', 'trace'], 'decided against tso only'],
    ['traces under tso1', ['--model', 'tso1', '--robust', 'trace'], 'decided against tso only'],
    ['a bound', ['--model', 'tso', '--robust', 'trace', '--bound', '2'], '--bound does not go with'],
    ['a property', ['--model', 'tso', '--robust', 'trace', '--property', 'x'], '--property does not go with'],
    ['a formula', ['--model', 'tso', '--robust', 'state', '--ltl', 'G true'], '--ltl does not go with'],
    [
      'an engine',
      ['--model', 'tso', '--robust', 'trace', '--engine', 'dual'],
      'the dual engine decides no robustness',
    ],
    [
      'states by predicates',
      ['--model', 'tso', '--robust', 'state', '--engine', 'abstract'],
      'does not compare states',
    ],
    ['another word', ['--model', 'tso', '--robust', 'both'], 'one of state, trace'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await robust(sb, ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('needs a number of processes', async () => {
    const args = ['samples/dual/biased-lock-any-fenced.fp', '--model', 'tso', '--robust', 'trace'];
    const { code, stderr } = await robust(...args);
    expect(code).toBe(2);
    expect(stderr).toContain('--procs N');
    expect([0, 10]).toContain((await robust(...args, '--procs', '2')).code);
  });
});
