import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { atWork, fencepost, fencepostTelling, folderWith } from './fencepost.js';

const folder = folderWith({
  'handover.fp': `shared int data = 0, ready = 0;
thread Writer { local int n = 0; while (true) { n = n + 1; data = n; fence; ready = n; fence; } }
thread Reader { local int seen = 0; while (true) { seen = ready; assert behind: seen <= data; } }
predicates { ready <= data; Reader.seen <= data; ready <= Writer.n; Reader.seen <= Writer.n; Writer.n <= data; }
`,
  // Nothing is known of what is added.
  'unproved.fp': `shared int x = 0;
thread P { while (true) { x = x + 2; } }
invariant even: x != 3;
predicates { x == 3; }
`,
  'empty.fp': 'thread P { x = 1; }\n',
});
const path = (name: string): string => join(folder, name);

const ajv = new Ajv({ allErrors: true });
for (const name of ['verify', 'abstract']) {
  const schema: unknown = JSON.parse(readFileSync(`docs/schema/${name}.json`, 'utf8'));
  if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);
}

function parsed(text: string): unknown {
  const document: unknown = JSON.parse(text);
  ajv.validate('abstract.json', document);
  expect(ajv.errors ?? []).toEqual([]);
  return document;
}

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

describe('abstract', () => {
  it('prints the Boolean program, and nothing else', async () => {
    const { code, stdout, stderr } = await fencepost(['abstract', path('handover.fp')]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^shared B0, B1, B2, B3, B4;\n/);
    expect(stdout).toContain('update predicate - B1: Reader.seen <= data');
    expect(lastLine(stdout)).toMatch(/^assert always /);
  });

  it('writes a program that check decides as verify does', async () => {
    const setting = ['--model', 'pso', '--method', 'ce'];
    const output = path('handover.bl');
    const { code, stdout } = await fencepost(['abstract', path('handover.fp'), ...setting, '-o', output]);
    expect([code, stdout]).toEqual([0, '']);
    const checked = await fencepost(['check', output, '--json']);
    const verified = await fencepost(['verify', path('handover.fp'), ...setting, '--json']);
    const verify: unknown = JSON.parse(verified.stdout);
    expect(verify).toMatchObject({ verdict: 'safe', engine: 'abstract', method: 'ce', bound: 1 });
    expect(states(verify)).toBeGreaterThan(10);
    expect(states(JSON.parse(checked.stdout))).toBe(states(verify));
    expect([checked.code, verified.code]).toEqual([0, 0]);
  });

  it('prints a document with the text, or with the name of the file', async () => {
    const setting = ['--model', 'tso', '--encoding', 'counters', '--json'];
    const { code, stdout } = await fencepost(['abstract', path('handover.fp'), ...setting]);
    expect(code).toBe(0);
    const document = parsed(stdout);
    expect(document).toMatchObject({
      ...{ model: 'tso', engine: 'abstract', method: 'pe', encoding: 'counters', bound: 1 },
      ...{ verdict: null, reason: null, errors: [], output: null },
      text: expect.stringMatching(/^shared B0.*assert always [^\n]*\n$/s),
    });
    expect(document).toMatchObject({ stats: { smtCalls: expect.any(Number) } });
    const output = path('counters.bl');
    const written = await fencepost(['abstract', path('handover.fp'), ...setting, '-o', output]);
    expect(parsed(written.stdout)).toMatchObject({ output, text: null });
    expect(JSON.parse(stdout)).toHaveProperty('text', readFileSync(output, 'utf8'));
  });

  it('explains the predicates on request', async () => {
    const { stdout, stderr } = await fencepost([
      ...['abstract', path('handover.fp'), '--model', 'tso', '--explain-predicates'],
    ]);
    expect(stdout).toMatch(/^shared B0/);
    expect(stderr).toMatch(/Reader\.seen <= data +rule 9: kept from SC/);
    expect(stderr).toMatch(/Writer_ready_1 <= data +rule 10: .* ready <= data/);
  });

  it('refuses what makes no Boolean program', async () => {
    const lazy = await fencepost(['abstract', path('handover.fp'), '--method', 'lazy']);
    expect([lazy.code, lazy.stdout]).toEqual([2, '']);
    expect(lazy.stderr).toContain('it is one of trad, pe, ce');
    const trad = await fencepost(['abstract', path('handover.fp'), '--method', 'trad', '--model', 'tso']);
    expect(trad.code).toBe(2);
    expect(trad.stderr).toContain('--method trad is for sc');
    const usage = await fencepost(['abstract', path('handover.fp'), '--json', '--modle', 'tso']);
    expect(usage.code).toBe(2);
    expect(parsed(usage.stdout)).toMatchObject({ reason: 'usage', text: null });
    const wrong = await fencepost(['abstract', path('empty.fp'), '--json']);
    expect(wrong.code).toBe(2);
    expect(parsed(wrong.stdout)).toMatchObject({ verdict: null, reason: 'input', text: null });
  });

  it('does not extrapolate from a proof that there is not', async () => {
    const output = path('unproved.bl');
    const setting = ['--model', 'tso', '--method', 'ce', '-o', output];
    const { code, stdout, stderr } = await fencepost(['abstract', path('unproved.fp'), ...setting]);
    expect([code, stdout, lastLine(stderr)]).toEqual([20, '', 'VERDICT: UNKNOWN spurious']);
    expect(stderr).toContain('proof under SC');
    expect(existsSync(output)).toBe(false);
  });

  it('ends at the time limit, and with Ctrl-C', async () => {
    const long = [
      'samples/abstraction/ring-fenced.fp',
      '--model',
      'tso',
      '--cubes',
      'inc',
      '--max-cube',
      '6',
    ];
    const late = await fencepostTelling(['abstract', ...long, '--timeout', '0.5', '--json']);
    expect(late.code).toBe(20);
    expect(parsed(late.stdout)).toMatchObject({ verdict: 'unknown', reason: 'timeout', text: null });
    const cut = await fencepostTelling(['abstract', ...long, '--json'], {
      signalWhen: { signal: 'SIGINT', happened: atWork },
    });
    expect(cut.code).toBe(130);
    expect(parsed(cut.stdout)).toMatchObject({ verdict: 'unknown', reason: 'interrupted', text: null });
    const verify = ['verify', ...long, '--method', 'pe'];
    const building = await fencepostTelling(verify, { signalWhen: { signal: 'SIGTERM', happened: atWork } });
    expect([building.code, lastLine(building.stdout)]).toEqual([130, 'VERDICT: UNKNOWN interrupted']);
  });
});

function states(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || !('stats' in document)) return null;
  const { stats } = document;
  return typeof stats === 'object' && stats !== null && 'states' in stats ? stats.states : null;
}
