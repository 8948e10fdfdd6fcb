import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { atWork, fencepostTelling, folderWith } from './fencepost.js';
import { inProcess } from './in-process.js';

const folder = folderWith({
  'queue.fp': readFileSync('samples/abstraction/queue.fp', 'utf8').replace(/^predicates \{[^}]*\}\n/m, ''),
  // No proof by comparisons with numbers and variables but one for each number.
  'odd.fp': 'shared int x = 0;\nthread P { while (true) { x = x + 2; } }\ninvariant odd: x != 1001;\n',
});
const path = (name: string): string => join(folder, name);
const endless = [
  ...['verify', path('odd.fp'), '--engine', 'abstract', '--discover', 'refine', '--diverge', '0'],
  ...['--max-iterations', '4'],
];

const ajv = new Ajv({ allErrors: true });
const schema: unknown = JSON.parse(readFileSync('docs/schema/verify.json', 'utf8'));

describe('what is told of the search for predicates', () => {
  it('is, with --verbose, who asked for each: iteration, strategy, and the step behind which it must hold', async () => {
    const { code, stderr } = await inProcess([
      'verify',
      path('queue.fp'),
      '--engine',
      'abstract',
      '--verbose',
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'model sc: iteration 1: 8 states, a path of length 2 fails at Dequeuer line 19: assume tail < head',
    );
    expect(stderr).toContain('Dequeuer.tail < head (itp, at the start)');
    expect(stderr).toContain('Enqueuer.free < head (itp, behind Enqueuer line 9: free = head)');
  });

  it('is, without an answer, the path, what has no end, and what may help', async () => {
    const { code, stdout } = await inProcess(endless);
    expect(code).toBe(20);
    expect(stdout).toContain('A path of the abstraction that the program does not take to its end:');
    expect(stdout).toContain('It seems to have no end: x is compared with 999, ');
    expect(stdout).toMatch(/^predicates \{\n {2}x == 1001;\n/m);
    expect(stdout).toContain('What may help:\n  --max-iterations 8');
    expect(stdout).toContain('\n  --discover both ');
    const lines = stdout.slice(stdout.indexOf('What may help')).split('\n');
    expect(lines.filter((line) => line.length > 90)).toEqual([]);
  });

  it('is not begun where the predicates could not be written', async () => {
    const { code, stdout } = await inProcess([...endless, '--save-predicates', folder, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { verdict: null, reason: 'usage' }]);
  });

  it('is the same in JSON', async () => {
    const { stdout } = await inProcess([...endless, '--json']);
    const document: unknown = JSON.parse(stdout);
    ajv.validate(schema ?? {}, document);
    expect(ajv.errors ?? []).toEqual([]);
    expect(document).toMatchObject({
      verdict: 'unknown',
      discovery: {
        suffices: false,
        ended: 'as many searches were made as --max-iterations allows',
        diverged: [{ of: 'x' }, { of: 'P.load_1' }],
      },
    });
    expect(stdout).toContain('"what": "--discover both"');
    expect(stdout).toContain('"abstractTrace"');
    expect(stdout).toContain('"action": "store x = load_1 + 2"');
  });
});

describe('--save-predicates', () => {
  it('writes what --predicates proves the program with', async () => {
    const file = path('queue.pred');
    const saved = await inProcess(['verify', path('queue.fp'), '--model', 'tso', '--save-predicates', file]);
    expect(saved.code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^Dequeuer\.tail < head\n/m);
    const again = await inProcess(['verify', path('queue.fp'), '--model', 'tso', '--predicates', file]);
    expect([again.code, again.stdout.includes('predicates {')]).toEqual([0, false]);
  });

  it.each([
    ['--timeout', ['--timeout', '4'], {}, 20],
    ['Ctrl-C', [], { signalWhen: { signal: 'SIGINT', happened: atWork } }, 130],
  ] as const)('writes all that was found by then on %s', async (_, more, how, expected) => {
    const file = path(`so-far-${expected}.pred`);
    const long = [...endless.slice(0, -2), '--max-iterations', '100000', '--save-predicates', file, ...more];
    const { code, stdout } = await fencepostTelling(long, how);
    expect(code).toBe(expected);
    expect(stdout).toContain('Found so far');
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8').split('\n')).toContain('x == 1001');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
