import { describe, expect, it } from '@jest/globals';
import { tellForced } from '../../../src/cli/apart/tell-forced.js';
import type { EndedFor, LastWords, ToldAtEnd } from '../../../src/cli/apart/work-messages.js';
import { Output } from '../../../src/cli/output.js';
import { run } from '../../../src/cli/run-command-line.js';
import { noInput, Written } from '../../cli/in-process.js';

const written = () => {
  const [stdout, stderr] = [new Written(), new Written()];
  return { stdout, stderr, output: new Output({ stdout, stderr, env: {} }) };
};

/** What the command line tells of what it knows, each time that it does. */
async function known(argv: readonly string[]): Promise<readonly ((why: EndedFor) => LastWords)[]> {
  const told: ToldAtEnd[] = [];
  const { signal } = new AbortController();
  await run(argv, {
    ...{ output: written().output, signal, begins: () => undefined, input: noInput },
    knows: (tell) =>
      told.push({ timeout: tell('timeout'), memory: tell('memory'), interrupted: tell('interrupted') }),
  });
  return told.map((one) => (why) => one[why]);
}

describe('work that is ended from outside', () => {
  it('leaves the models that were decided before', async () => {
    const file = 'samples/litmus/sb.fp';
    const [afterSc, afterTso, ...more] = await known(['verify', file, '--all-models', '--json']);
    expect(more).toEqual([]);
    expect(afterSc?.('memory').code).toBe(20);
    expect(JSON.parse(afterSc?.('memory').text ?? '')).toMatchObject({
      runs: [
        { model: 'sc', verdict: 'safe' },
        { model: 'tso', verdict: 'unknown', reason: 'memory' },
      ],
    });
    // A violation counts more than what is open.
    expect(afterTso?.('timeout').code).toBe(10);
    expect(afterTso?.('interrupted').code).toBe(130);
  });

  it('says nothing of one run, of which nothing is known before its end', async () => {
    expect(await known(['verify', 'samples/litmus/sb.fp', '--model', 'tso'])).toEqual([]);
  });

  it('leaves the properties that another engine decided before', async () => {
    const words = ['--ltl', 'F (x == 1)', '--invariant', 'x <= 1', '--model', 'tso', '--json'];
    const told = await known(['verify', 'samples/litmus/sb.fp', ...words]);
    expect(told.length).toBe(1);
    expect(JSON.parse(told[0]?.('memory').text ?? '')).toMatchObject({
      ...{ verdict: 'unsafe', property: 'not_both_zero' },
      properties: [
        { name: 'invariant#1', verdict: 'safe' },
        { kind: 'ltl', verdict: 'unknown' },
        { name: 'not_both_zero', verdict: 'unsafe' },
      ],
    });
    expect(told[0]?.('timeout').code).toBe(10);
    expect(told[0]?.('interrupted').code).toBe(130);
  });

  it('leaves the litmus tests that were run before', async () => {
    const files = ['sb', 'mixed'].map((name) => `test/fixtures/litmus/${name}.litmus`);
    const told = await known(['litmus', ...files, '--model', 'sc', '--json']);
    expect(JSON.parse(told[0]?.('timeout').text ?? '')).toMatchObject({
      tests: [{ file: files[0], verdict: null, reason: 'timeout' }],
    });
    expect(JSON.parse(told.at(-1)?.('memory').text ?? '')).toMatchObject({
      tests: [
        { file: files[0], verdict: 'No', reason: null },
        { file: files[1], verdict: null, reason: 'memory' },
      ],
    });
    expect(told.at(-1)?.('interrupted').code).toBe(130);
    // Text is written as it is found.
    const [text] = await known(['litmus', ...files, '--model', 'sc']);
    expect(text?.('timeout')).toEqual({ text: '', code: 20 });
  });

  it('leaves what is known of fences', async () => {
    const file = 'samples/litmus/sb.fp';
    const [first, ...more] = await known(['fences', file, '--model', 'tso', '--json']);
    expect(JSON.parse(first?.('timeout').text ?? '')).toMatchObject({
      ...{ kind: 'fence', model: 'tso', reason: 'timeout', sets: [], minimal: false },
      counterexamples: [{ property: 'not_both_zero' }],
    });
    expect(first?.('interrupted').code).toBe(130);
    // Once the sets are found, only what goes wrong without their fences is looked for.
    expect(JSON.parse(more.at(-1)?.('memory').text ?? '')).toMatchObject({
      ...{ reason: null, size: 2, minimal: true, complete: true },
      missing: [{ property: null }, { property: null }],
    });
    expect(more.at(-1)?.('memory').code).toBe(0);
  });

  it('leaves nothing of an answer that was written', async () => {
    const { stdout, output } = written();
    const told = { text: 'a table', code: 10 };
    const all = { timeout: told, memory: told, interrupted: told };
    const before = { known: all, hasAnswered: true };
    expect(await tellForced(['verify', 'x.fp', '--json'], 'memory', before, output)).toBe(10);
    const nothing = { known: null, hasAnswered: true };
    expect(await tellForced(['verify', 'x.fp', '--json'], 'memory', nothing, output)).toBe(20);
    expect(stdout.text).toBe('');
  });

  it('is told as it was said to be', async () => {
    const { stdout, stderr, output } = written();
    const told = { text: 'a table', code: 10 };
    const all = { timeout: told, memory: { ...told, text: 'another' }, interrupted: told };
    const before = { known: all, hasAnswered: false };
    expect(await tellForced(['verify', 'x.fp'], 'timeout', before, output)).toBe(10);
    expect(stdout.text).toBe('a table\n');
    expect(stderr.text).toBe('stopped: the time is up\n');
  });
});
