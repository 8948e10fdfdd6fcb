import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { endless, fencepost, fencepostTelling, folderWith, storeBuffering } from './fencepost.js';
import { inProcess } from './in-process.js';
import { parsedAs } from './parsed-document.js';

const folder = folderWith({
  'sb.fp': storeBuffering,
  'ordered.fp': `${storeBuffering.slice(0, storeBuffering.indexOf('final'))}invariant x <= 1;\n`,
  'wrong.fp': 'shared int x = 0;\nthread P { L: x = 1; }\ninvariant never: x == 0;\n',
  'endless.fp': endless,
  'bad.fp': 'shared int x = 0;\nthread P { x = z; }\n',
  'twice.fp': storeBuffering.replace('x = 1;', 'x = 2; x = 1;'),
  'q.txt': 'y, Q:3\n',
  'one.txt': '# P waits\n(x, P:2)\n',
  'both.txt': 'x, P:2\n*, Q:3   # all that it writes\n',
  'bad.txt': 'z, P:2\nx\nx, P:9\nx, P.L\n',
  'empty.txt': '',
  'commit.dve':
    'byte y;\nprocess P { state a, b; init a; commit b; trans a -> b { effect y = 1; }, b -> b { }; }\nsystem async;\n',
  'rests.fp': `shared int x = 0, y = 0;
thread P { local int s = 0; while (true) { x = 1; s = cas(x, 0, 1); } }
thread Q { local int r = 0; r = xchg(y, 1); }
ltl p: F (y == 1);
`,
});
const file = (name: string): string => join(folder, name);
const sb = file('sb.fp');
const atomic = ['--kind', 'atomic', '--model', 'tso1'];

const parsed = (text: string): Readonly<Record<string, unknown>> => parsedAs('fences', text);

describe('fences', () => {
  it('prints the smallest sets of writes, as a file for --atomic names them', async () => {
    const { code, stdout, stderr } = await inProcess(['fences', sb, ...atomic]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('Set 1 of 2:');
    expect(stdout).toMatch(/^P +2 +store x = 1 +x, P:2$/m);
    expect(stdout).toMatch(/^Q +3 +store y = 1 +y, Q:3$/m);
    expect(stdout).toMatch(/^ATOMIC WRITES: 1: fewer are not enough$/m);
  });

  it('prints one document', async () => {
    const { code, stdout } = await inProcess(['fences', sb, ...atomic, '--atomic-waits=own', '--json']);
    expect(code).toBe(0);
    expect(parsed(stdout)).toMatchObject({
      ...{ goal: 'property', size: 2, minimal: true, complete: true, atomicWaits: 'own', reason: null },
      sets: [
        [
          {
            ...{ kind: 'atomic', thread: 'P', line: 2, label: null, variable: 'x', transition: 'P:2' },
            place: 'the store x = 1',
          },
          { thread: 'Q', line: 3, variable: 'y' },
        ],
      ],
    });
  });

  it('stops at the first set, or adds writes one by one', async () => {
    const first = await inProcess(['fences', sb, ...atomic, '--first', '--json']);
    expect(parsed(first.stdout)).toMatchObject({ size: 1, minimal: true, complete: false });
    const hazard = await inProcess(['fences', sb, ...atomic, '--algorithm', 'hazard', '--json']);
    expect(hazard.code).toBe(0);
    expect(parsed(hazard.stdout)).toMatchObject({ minimal: false, algorithm: 'hazard', size: 1 });
  });

  it('writes a file for --atomic, and starts from one', async () => {
    const out = file('set.txt');
    const own = [...atomic, '--atomic-waits', 'own', '--json'];
    const twice = await inProcess(['fences', file('twice.fp'), ...own, '-o', out]);
    expect(parsed(twice.stdout)).toMatchObject({ size: 2 });
    expect(readFileSync(out, 'utf8')).toMatch(/^# .*\nx, P:2:36\ny, Q:3\n$/);
    const rest = await inProcess(['fences', file('twice.fp'), ...own, '--atomic', file('q.txt')]);
    expect(parsed(rest.stdout)).toMatchObject({ size: 1, candidates: 2, sets: [[{ thread: 'P' }]] });
  });

  it('says that nothing is needed, and that nothing ever is under sc', async () => {
    const right = ['fences', file('ordered.fp'), '--model=tso', '--json'];
    for (const kind of ['atomic', 'fence']) {
      const { code, stdout } = await inProcess([...right, '--kind', kind]);
      expect(code).toBe(0);
      expect(parsed(stdout)).toMatchObject({ kind, size: 0, cost: 0, sets: [[]], minimal: true });
    }
    const sc = await inProcess(['fences', sb, '--model=sc', '--json']);
    expect(sc.code).toBe(2);
    expect(parsed(sc.stdout)).toMatchObject({ reason: 'usage', sets: [] });
  });

  it('says that no set suffices, and shows why', async () => {
    const json = await inProcess(['fences', file('wrong.fp'), ...atomic, '--json']);
    expect(json.code).toBe(10);
    expect(parsed(json.stdout)).toMatchObject({ sets: [], size: null, property: 'never', reason: null });
    const text = await inProcess(['fences', file('wrong.fp'), ...atomic]);
    expect(text.code).toBe(10);
    expect(text.stdout).toContain('the invariant never is false in this state');
    expect(text.stdout).toMatch(
      /^ATOMIC WRITES: NONE SUFFICE: with all writes atomic, as under sc, never is violated too$/m,
    );
  });

  it.each(['flush', 'weak'])('sees what changes beside the buffers of a model (%s)', async (fairness) => {
    const ltl = ['--ltl', '(P.b -> y == 1) W (y == 3)', '--fairness', fairness];
    const { stdout } = await inProcess(['fences', file('commit.dve'), ...atomic, ...ltl, '--json']);
    // Between the step to b and the flush y is still 0, though P's state is no memory and has changed.
    expect(parsed(stdout)).toMatchObject({ size: 1, sets: [[{ transition: 'P.a->b', variable: 'y' }]] });
  });

  it('takes a section of another thread for no proof that a thread cannot move', async () => {
    const weak = [...atomic, '--fairness', 'weak', '--json'];
    const { stdout } = await inProcess(['fences', file('rests.fp'), ...weak]);
    expect(parsed(stdout)).toMatchObject({ size: 1, sets: [[{ thread: 'P', variable: 'x' }]] });
  });

  it('tells a limit from an answer', async () => {
    const args = ['fences', file('endless.fp'), ...atomic, '--engine', 'explicit', '--timeout', '1'];
    const { code, stdout } = await fencepostTelling([...args, '--json']);
    expect(code).toBe(20);
    expect(parsed(stdout)).toMatchObject({ sets: [], reason: 'timeout', minimal: false });
  });

  it('refuses what it does not understand', async () => {
    expect((await inProcess(['fences', sb])).stderr).toContain('give --model tso or --model pso');
    const kind = await inProcess(['fences', sb, '--kind', 'fences']);
    expect(kind).toMatchObject({ code: 2, stdout: '' });
    const both = await inProcess(['fences', sb, ...atomic, '--algorithm=hazard', '--first']);
    expect(both).toMatchObject({ code: 2, stdout: '' });
    const bad = await inProcess(['fences', file('bad.fp'), ...atomic, '--json']);
    expect(bad.code).toBe(2);
    expect(parsed(bad.stdout)).toMatchObject({ reason: 'input', sets: [], errors: [{ line: 2 }] });
  });
});

describe('--atomic', () => {
  it('makes the writes of a file atomic', async () => {
    const verify = ['verify', sb, '--model', 'tso1', '--trace=none'];
    expect((await inProcess(verify)).code).toBe(10);
    expect((await inProcess([...verify, '--atomic', file('one.txt')])).code).toBe(0);
    const own = [...verify, '--atomic-waits', 'own'];
    expect((await inProcess([...own, '--atomic', file('one.txt')])).code).toBe(10);
    expect((await inProcess([...own, '--atomic', file('both.txt')])).code).toBe(0);
  });

  it('may be empty, but not missing', async () => {
    const verify = ['verify', sb, '--model', 'tso1', '--trace=none', '--atomic'];
    expect((await inProcess([...verify, file('empty.txt')])).code).toBe(10);
    const { code, stderr } = await fencepost([...verify, file('missing.txt')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/the file of atomic writes .*missing\.txt is of no use: there is no such file/);
  });

  it('makes the text of a model with its buffers as right as fences says', async () => {
    const model = join('samples', 'dve', 'peterson.dve');
    const [set, with2, with0] = ['peterson.txt', 'peterson-2.dve', 'peterson-0.dve'].map(file);
    const own = ['--model', 'tso1', '--atomic-waits', 'own'];
    await inProcess(['fences', model, '--kind', 'atomic', ...own, '-o', set ?? '']);
    expect(readFileSync(set ?? '', 'utf8')).toContain('turn, P.asking->waiting\nturn, Q.asking->waiting\n');
    const transform = ['transform', model, ...own, '--to', 'dve'];
    await inProcess([...transform, '--atomic', set ?? '', '-o', with2 ?? '']);
    await inProcess([...transform, '-o', with0 ?? '']);
    expect((await inProcess(['verify', with2 ?? ''])).code).toBe(0);
    expect((await inProcess(['verify', with0 ?? ''])).code).toBe(10);
  });

  it('goes into what transform writes', async () => {
    const out = file('sb-tso1.fp');
    const written = await inProcess([
      'transform',
      sb,
      '--model=tso1',
      '--to=fp',
      '--atomic',
      file('one.txt'),
      '-o',
      out,
    ]);
    expect(written).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect((await inProcess(['verify', out])).code).toBe(0);
  });

  it('tells all that is wrong with the file, and where', async () => {
    const { code, stderr } = await inProcess(['verify', sb, '--atomic', file('bad.txt')]);
    expect(code).toBe(2);
    expect(stderr).toContain("bad.txt:1:1: error: P:2 does not write 'z' [E201]");
    expect(stderr).toContain('bad.txt:2:1: error: a line names one write as VARIABLE, TRANSITION [E103]');
    expect(stderr).toContain("bad.txt:3:4: error: there is no transition 'P:9' that writes [E201]");
    expect(stderr).toContain("bad.txt:4:4: error: there is no transition 'P.L' that writes [E201]");
  });
});
