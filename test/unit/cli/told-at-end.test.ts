import { describe, expect, it } from '@jest/globals';
import { tellForced } from '../../../src/cli/apart/tell-forced.js';
import type { EndedFor, Told } from '../../../src/cli/apart/work-messages.js';
import { Output } from '../../../src/cli/output.js';
import { run } from '../../../src/cli/run-command-line.js';
import { Written } from '../../cli/in-process.js';

const written = () => {
  const [stdout, stderr] = [new Written(), new Written()];
  return { stdout, stderr, output: new Output({ stdout, stderr, env: {} }) };
};

/** What the command line tells of what it knows, each time that it does. */
async function known(argv: readonly string[]): Promise<readonly ((why: EndedFor) => Told)[]> {
  const told: ((why: EndedFor) => Told)[] = [];
  const { signal } = new AbortController();
  await run(argv, {
    ...{ output: written().output, signal, begins: () => undefined },
    knows: (tell) => told.push(tell),
  });
  return told;
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

  it('is told as it was said to be', async () => {
    const { stdout, stderr, output } = written();
    const told = { text: 'a table', code: 10 };
    const all = { timeout: told, memory: { ...told, text: 'another' }, interrupted: told };
    expect(await tellForced(['verify', 'x.fp'], 'timeout', all, output)).toBe(10);
    expect(stdout.text).toBe('a table\n');
    expect(stderr.text).toBe('stopped: the time is up\n');
  });
});
