import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { topicText, topicsNamed } from '../../src/cli/explain/explain-topics.js';
import { plain } from '../../src/cli/plain-text.js';
import { plainStyle } from '../../src/report/style.js';
import { topics } from '../../src/cli/explain/topics.js';
import { whatToTry } from '../../src/cli/first-program.js';
import { modelNames } from '../../src/memory/index.js';
import { allSamples } from '../../src/library/package-samples.js';
import { at } from '../../src/support/invariant.js';
import { root } from '../support/golden.js';
import { fencepost, fencepostFed, folderWith, storeBuffering } from './fencepost.js';
import { inProcess } from './in-process.js';

const folder = folderWith({ 'sb.fp': storeBuffering, 'wrong.fp': 'thread P {' });
const place = (name: string): string => join(folder, name);

describe('explain', () => {
  it('tells something of everything', () => {
    for (const { name, title } of topics()) {
      const text = topicsNamed(name)
        .map((topic) => topicText(topic, plainStyle, 80))
        .join('\n');
      expect(text).toContain(`${name}: ${plain(title)}`);
      expect(text.split('\n').length).toBeGreaterThan(2);
      expect(text).not.toMatch(/undefined|\]\(|`/);
    }
  });

  it.each(['bound', '--bound', '--BOUND'])('takes an option as %s', async (word) => {
    const { code, stdout } = await inProcess(['explain', word]);
    expect(code).toBe(0);
    expect(stdout).toContain('--bound B');
  });

  it.each(modelNames)('tells what %s is', async (name) => {
    const { code, stdout } = await inProcess(['explain', name.toUpperCase()]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${name}: a memory model`);
  });

  it('lists all that there is', async () => {
    const { stdout } = await inProcess(['explain']);
    const words = new Set(stdout.split(/\s+/));
    expect(topics().filter(({ name }) => !words.has(name))).toEqual([]);
  });
});

describe('samples', () => {
  it('lists every program of the folder, with what it shows and what is expected', async () => {
    const names = readdirSync(join(root, 'samples'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('/'))
      .sort();
    const samples = allSamples();
    expect(samples.map(({ name }) => name).sort()).toEqual(names);
    expect(samples.filter(({ teaches }) => teaches.length < 20 || !teaches.endsWith('.'))).toEqual([]);
    expect(samples.find(({ name }) => name === 'mutex/peterson.fp')?.expected).toEqual(
      new Map([
        ['sc', 'safe'],
        ['tso', 'unsafe'],
        ['pso', 'unsafe'],
      ]),
    );
    const { stdout } = await inProcess(['samples', 'litmus']);
    expect((await inProcess(['samples', 'list', 'litmus'])).stdout).toBe(stdout);
    expect((await inProcess(['samples', 'list'])).stdout).toContain('mutex/');
    expect(stdout).toContain('litmus/sb.fp');
    expect(stdout).not.toContain('mutex/');
  });

  it('copies one, and writes over nothing', async () => {
    const first = await inProcess(['samples', 'copy', 'mutex/peterson', folder]);
    expect(first.code).toBe(0);
    const text = readFileSync(place('peterson.fp'), 'utf8');
    expect(text).toBe(readFileSync(join(root, 'samples/mutex/peterson.fp'), 'utf8'));
    const second = await inProcess(['samples', 'copy', 'mutex/peterson', folder]);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('there is a file');
  });
});

describe('who mistypes', () => {
  it.each([
    ['sb.f', 'sb.fp'],
    ['sb.pf', 'sb.fp'],
  ])('%s is told of the file %s beside it, and not of extensions', async (typed, meant) => {
    const { code, stderr } = await fencepost(['verify', place(typed)]);
    expect(code).toBe(2);
    expect(stderr).toContain('there is no such file');
    expect(stderr).toContain(`did you mean ${place(meant)}?`);
    expect(stderr).not.toContain('E005');
  });

  it('gets no file that is far from it, and a folder as no suggestion', async () => {
    const { stderr } = await fencepost(['verify', place('something-else.fp')]);
    expect(stderr).not.toContain('did you mean');
  });

  it('asks for help in the other way, too', async () => {
    expect((await fencepost(['help', 'fences'])).stdout).toBe((await fencepost(['fences', '--help'])).stdout);
    expect((await fencepost(['help'])).stdout).toBe((await fencepost(['--help'])).stdout);
    expect((await fencepost(['help', 'fencse'])).stderr).toContain("did you mean 'fences'?");
  });
});

describe('init', () => {
  it('writes a program, and each command to try does what it says', async () => {
    const begun = place('begun');
    expect((await inProcess(['init', begun])).code).toBe(0);
    const path = (word: string): string => (word.endsWith('.fp') ? join(begun, word) : word);
    const codes: number[] = [];
    for (const line of whatToTry(begun).slice(2)) {
      const [, words = ''] = /^ {2}fencepost (.*?) {2,}/.exec(line) ?? [];
      codes.push((await inProcess(words.trim().split(' ').map(path))).code);
    }
    // Violated under PSO, where fences are put; the last lists samples.
    expect(codes).toEqual([10, 10, 0, 0, 0, 0]);
    expect(existsSync(join(begun, 'README.md'))).toBe(true);
    expect((await inProcess(['init', begun])).code).toBe(2);
  });
});

describe('the standard input', () => {
  it.each([
    ['verify', ['--json']],
    ['fences', ['--model', 'tso', '--json']],
    ['transform', ['--to', 'fp', '--json']],
  ])('is read by %s, and called <stdin>', async (command, options) => {
    const { stdout } = await inProcess([command, '-', '--language', 'fp', ...options], storeBuffering);
    expect(JSON.parse(stdout)).toMatchObject({ file: '<stdin>' });
  });

  it('is read by the thread that stays awake, from a pipe', async () => {
    const { code, stdout } = await fencepostFed(
      ['verify', '-', '--lang', 'fp', '--model', 'tso'],
      storeBuffering,
    );
    expect(code).toBe(10);
    expect(stdout).toContain('<stdin>: model tso');
    const simulated = ['simulate', '-', '--lang', 'fp', '--random', '--steps', '2', '--seed', '1'];
    expect((await fencepostFed(simulated, storeBuffering)).stdout).toContain('<stdin>: model sc');
  });

  it('has places in its errors, and no language of its own', async () => {
    const wrong = await inProcess(['verify', '-', '--lang', 'fp'], 'thread P {');
    expect(wrong.stderr).toContain('<stdin>:1:');
    const unknown = await inProcess(['verify', '-'], storeBuffering);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('it looks like the native language: --lang fp');
  });

  it('leaves no evidence, since nobody could read it again', async () => {
    const path = place('evidence.json');
    const run = await inProcess(['verify', '-', '--lang', 'fp', '--evidence', path], storeBuffering);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('<stdin> is no file');
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['nothing', new Uint8Array(), 'E003'],
    ['no text', new Uint8Array([0, 1, 2]), 'E002'],
  ])('that holds %s is refused', async (_what, bytes, code) => {
    const { stderr, code: exit } = await fencepostFed(['verify', '-', '--lang', 'fp'], bytes);
    expect(exit).toBe(2);
    expect(stderr).toContain(code);
  });
});

describe('several files', () => {
  const sb = 'samples/litmus/sb.fp';
  const fenced = 'samples/litmus/sb-fenced.fp';

  it('have a verdict each, and the worst of them at the end', async () => {
    const { code, stdout, stderr } = await inProcess(['verify', fenced, sb, '--model', 'tso']);
    expect(code).toBe(10);
    expect(stderr).toBe('');
    const verdicts = [...stdout.matchAll(/^VERDICT: (.*)$/gm)].map((match) => at(match, 1));
    expect(verdicts).toEqual(['SAFE', 'UNSAFE property not_both_zero', 'UNSAFE property not_both_zero']);
    expect(stdout).toMatch(/^samples\/litmus\/sb-fenced\.fp +tso +safe/m);
  });

  it('are one document', async () => {
    const { stdout } = await inProcess(['verify', fenced, sb, '--all-models', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 1,
      runs: [fenced, fenced, fenced, sb, sb, sb].map((file) => ({ file })),
    });
  });

  it('go on behind one that is wrong, whose code counts most', async () => {
    const { code, stdout, stderr } = await inProcess([
      'verify',
      place('wrong.fp'),
      'missing.fp',
      sb,
      '--json',
    ]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [{ reason: 'input' }, { errors: [{ code: 'E001' }] }, { verdict: 'safe' }],
    });
    expect(stderr).toContain('missing.fp: error');
  });
});

describe('--color', () => {
  const sb = 'samples/litmus/sb.fp';
  it.each([
    [['--color', 'always'], true],
    [['--color=never'], false],
    [[], false],
  ])('%j, where there is no terminal', async (options, isColoured) => {
    const { stdout } = await inProcess(['verify', sb, ...options]);
    expect(stdout.includes('\u001b[32mSAFE')).toBe(isColoured);
  });

  it('says more than NO_COLOR', async () => {
    const { stdout } = await fencepost(['verify', sb, '--color', 'always'], { env: { NO_COLOR: '1' } });
    expect(stdout).toContain('\u001b[32mSAFE');
  });
});
