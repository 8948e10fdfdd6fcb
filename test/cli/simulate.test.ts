import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inProcess } from './in-process.js';
import { endless, fencepost, folderWith, storeBuffering } from './fencepost.js';

const folder = folderWith({ 'sb.fp': storeBuffering, 'endless.fp': endless });

describe('a random run', () => {
  const run = (name: string, ...options: readonly string[]) =>
    fencepost(['simulate', join(folder, name), '--random', ...options]);

  it('goes on until the program ends', async () => {
    const { code, stdout } = await run('sb.fp', '--model', 'tso', '--seed', '1');
    expect(code).toBe(0);
    expect(stdout).toContain('All threads have ended and all buffers are empty.');
    for (const step of ['store x = 1', 'store y = 1', 'flush x = 1', 'flush y = 1'])
      expect(stdout).toContain(step);
  });

  it('is the same for the same seed, and not for every seed', async () => {
    const options = ['--model', 'pso', '--seed'];
    const [first, again, ...others] = await Promise.all(
      ['7', '7', '8', '9', '10'].map((seed) => run('sb.fp', ...options, seed)),
    );
    expect(first?.stdout).toBe(again?.stdout);
    const steps = (text = ''): string => text.split('\n').slice(0, -2).join('\n');
    expect(others.some((other) => steps(other.stdout) !== steps(first?.stdout))).toBe(true);
  });

  it('stops after the steps that are asked for', async () => {
    const { code, stdout } = await run('endless.fp', '--steps', '12', '--seed', '1');
    expect(code).toBe(0);
    expect(stdout).toContain('Stopped after 12 steps.');
    expect(stdout).toMatch(/^ *12 /m);
    expect(stdout).not.toMatch(/^ *13 /m);
  });

  it('tells of a violation, and how to have the run again', async () => {
    const seeds = Array.from({ length: 30 }, (_, i) => String(i));
    let violating: string | null = null;
    for (const seed of seeds) {
      const { stdout } = await run('sb.fp', '--model', 'tso', '--seed', seed);
      if (stdout.includes('the final sb is violated')) violating = stdout;
      if (violating !== null) break;
    }
    expect(violating).toMatch(/--random --steps \d+ --seed \d+ gives this run again/);
  });
});

describe('steps from elsewhere', () => {
  const place = join(folder, 'sb.fp');
  const scripted = (lines: string, ...options: readonly string[]) => {
    const script = join(folder, 'steps.txt');
    writeFileSync(script, lines);
    return inProcess(['simulate', place, '--model', 'tso', '--script', script, ...options]);
  };

  it('are taken by number, name, beginning of a name, or thread', async () => {
    const right = await scripted('1\nQ: store y = 1\n\n# both read 0\nP: load\nQ # too\nP: flush\n1\n');
    expect(right.code).toBe(0);
    expect(right.stdout).toContain('After step 6 the final sb is violated.');
    expect(right.stdout).toMatch(/^6 .* flush y = 1/m);
  });

  it.each([
    ['7\n', 'line 1 of', 'there is no step 7'],
    ['P\nR: store x = 1\n', 'line 2 of', 'no step is called R: store x = 1'],
    ['P\nP:\n', 'line 2 of', 'may be any of the steps 1, 2'],
    ['u\n', 'line 1 of', 'this is the start'],
    ['n\n', 'line 1 of', 'no run was loaded'],
    ['# nothing\n', 'no step was given', 'give --random'],
  ])('say where they go wrong: %j', async (lines, where, why) => {
    const { code, stderr } = await scripted(lines);
    expect(code).toBe(2);
    expect(stderr).toContain(where);
    expect(stderr).toContain(why);
  });

  it.each(['evidence', 'json'])('are those of a counterexample: %s', async (kind) => {
    const file = join(folder, `run.${kind}`);
    const wish = kind === 'json' ? ['--json'] : ['--evidence', file];
    const verified = await inProcess(['verify', place, '--model', 'tso', ...wish]);
    if (kind === 'json') writeFileSync(file, verified.stdout);
    const whole = await scripted('e\n', '--replay', file);
    const table = (text: string): string => text.slice(text.indexOf('initially'), text.indexOf('because'));
    const told = kind === 'json' ? await inProcess(['verify', place, '--model', 'tso']) : verified;
    expect(whole.stdout).toContain(table(told.stdout));
    expect(table(told.stdout).length).toBeGreaterThan(100);
    const part = await scripted('n 3\nu\nt\nn\n', '--replay', file);
    expect(part.stdout.match(/^3 /gm)).toHaveLength(1);
    const away = await scripted('P: store\nP: flush\nn\n', '--replay', file);
    expect(away.stderr).toContain('this is no longer the run that was loaded');
  });

  it('may be one that reaches a goal', async () => {
    const [goal, file] = [join(folder, 'goal.fp'), join(folder, 'goal.json')];
    writeFileSync(goal, 'shared int x = 0;\nthread P { x = 1; }\nexists there: x == 1;\n');
    await inProcess(['verify', goal, '--evidence', file]);
    const steps = join(folder, 'goal.txt');
    writeFileSync(steps, 'e\n');
    const { stdout } = await inProcess(['simulate', goal, '--replay', file, '--script', steps]);
    expect(stdout).toMatch(/^reached +there: /m);
    expect(stdout).toMatch(/^formula +x == 1$/m);
    expect(stdout).not.toContain('violated');
  });

  it('refuses what holds no run, and runs of others', async () => {
    const none = join(folder, 'none.json');
    writeFileSync(none, '{}');
    expect((await scripted('e\n', '--replay', none)).stderr).toContain('holds no run');
    const other = join(folder, 'other.json');
    await inProcess(['verify', place, '--model', 'tso', '--evidence', other]);
    const wrong = await inProcess(['simulate', join(folder, 'endless.fp'), '--replay', other]);
    expect(wrong.stderr).toContain('is about another program');
    const model = await inProcess(['simulate', place, '--model', 'pso', '--replay', other]);
    expect(model.stderr).toContain('is one under tso, not pso');
  });
});
