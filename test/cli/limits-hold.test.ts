import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { atWork, fencepost, folderWith } from './fencepost.js';
import { inputs } from './long-inputs.js';
import { everyNth } from '../support/thorough.js';

// Each of these was once worked on beyond every limit, because some loop did not look at it.

const folder = folderWith(inputs);
const place = (name: string): string => join(folder, name);

/** CPU seconds: those of the start and of the time that is given, and those after an interrupt; on a machine that is slow. */
const within = { timeout: 5, interrupt: 2.5 };

/** What it is, the question, and whether the work goes on for seconds if nobody stops it. */
const rows: readonly (readonly [string, readonly string[], 'long' | 'short'])[] = [
  ['foralls over many instances, nested three times', ['verify', 'forall-3.fp'], 'short'],
  ['two foralls over a thousand instances', ['verify', 'forall-2.fp'], 'short'],
  ['an array of a million cells', ['verify', 'array.fp', '--model', 'tso'], 'short'],
  ['an array of a million cells that begin at 0', ['verify', 'array-0.fp', '--model', 'tso'], 'short'],
  ['an array of a million cells with a computed index', ['verify', 'array-i.fp', '--model', 'tso'], 'long'],
  ['squares of squares', ['verify', 'squares.fp'], 'short'],
  [
    'squares of squares, any number of processes',
    ['verify', 'squares-process.fp', '--engine', 'dual'],
    'short',
  ],
  ['an arbiter with many buffers', ['abstract', 'arbiter.fp', '--model', 'pso', '--bound', '3'], 'long'],
  ['a long thread under TSO', ['verify', 'long.fp', '--model', 'tso'], 'long'],
  ['a chain of next', ['verify', 'next.fp', '--engine', 'ltl'], 'short'],
  [
    'a temporal property of many threads',
    ['verify', 'many-ltl.fp', '--model', 'tso', '--engine', 'ltl'],
    'short',
  ],
  ['a large Boolean program', ['verify', 'large.bl'], 'long'],
  ['thousands of labels and jumps', ['verify', 'labels.fp', '--model', 'tso'], 'long'],
  ['atomic sections without end', ['verify', 'atomic.fp', '--model', 'tso'], 'long'],
  ['macros that double a C program', ['verify', 'macros.c', '--model', 'tso'], 'long'],
  ['a litmus test of 250 processes', ['litmus', 'large.litmus', '--model', 'tso'], 'long'],
];

describe.each(everyNth(rows, 2))('%s', (_, [command, file, ...more], nature) => {
  const args = [command ?? '', place(file ?? ''), ...more];

  it('ends in time, within the memory that it may take', async () => {
    const { code, taken } = await fencepost([...args, '--timeout', '1', '--memory', '300']);
    expect([0, 2, 10, 20]).toContain(code);
    expect(taken.cpuSeconds).toBeLessThan(within.timeout);
    expect(taken.peakMB).toBeLessThan(1.2 * 300);
  });

  it('hears of an interrupt at once', async () => {
    const { code, taken } = await fencepost(args, { signalWhen: { signal: 'SIGINT', happened: atWork } });
    // What is done or refused before is not interrupted.
    expect(nature === 'long' ? [130] : [130, 0, 2, 10, 20]).toContain(code);
    expect(taken.cpuSeconds).toBeLessThan(within.interrupt);
  });
});

describe('limits', () => {
  it('tell of an integer that is too large where it came about', async () => {
    const engine = await fencepost(['verify', place('squares-process.fp'), '--engine', 'dual']);
    expect(engine.stdout).toContain('some value of r (line 2) has more than 4096 bits');
    expect(engine.stdout.trimEnd()).toMatch(/VERDICT: UNKNOWN integer-limit$/);
    const constants = await fencepost(['verify', place('constants.fp')]);
    expect(constants.code).toBe(2);
    expect(constants.stderr).toContain(
      'constants.fp:9:12: error: this integer is too large to compute with [E307]',
    );
    const simulated = await fencepost(['simulate', '--random', '--steps', '100', place('squares.fp')]);
    expect(simulated.stdout).toContain('some value of r (line 2) has more than 4096 bits');
  });

  it('are no reason to say that nothing is violated where nothing is asked', async () => {
    const { stdout } = await fencepost(['verify', place('deep.bl'), '--timeout', '0.01']);
    expect(stdout.trimEnd()).toMatch(/VERDICT: UNKNOWN timeout$/);
  });

  it.each([
    [['--json'], /"reason": "timeout"/],
    [[], /VERDICT: UNKNOWN timeout$/],
  ])('hold while nobody writes to the pipe that is read: %j', async (more, expected) => {
    const pipe = place(`pipe-${more.length}`);
    spawnSync('mkfifo', [pipe]);
    const { code, stdout } = await fencepost(['verify', pipe, '--lang', 'fp', '--timeout', '1', ...more]);
    expect(stdout.trimEnd()).toMatch(expected);
    expect(code).toBe(20);
  });

  it('let a pipe be read that somebody writes to', async () => {
    const pipe = place('pipe-written');
    spawnSync('mkfifo', [pipe]);
    const ended = fencepost(['verify', pipe, '--lang', 'fp', '--timeout', '200']);
    spawn('sh', ['-c', `sleep 1; cat '${place('small.fp')}' > '${pipe}'`]);
    expect((await ended).stdout.trimEnd()).toMatch(/VERDICT: SAFE$/);
  });

  it('hold of a pipe that nobody reads', async () => {
    const pipe = place('pipe-unread');
    spawnSync('mkfifo', [pipe]);
    const { code, stderr } = await fencepost(['transform', place('small.fp'), '--to', 'c', '-o', pipe]);
    expect(stderr).toContain('nobody reads from the pipe');
    expect(code).toBe(2);
  });

  it('keep compare from reading a device without end', async () => {
    const { code, stderr } = await fencepost(['compare', place('small.fp'), '--resume', '/dev/full']);
    expect(stderr).toContain('/dev/full is no recording of compare');
    expect(code).toBe(2);
  });
});
