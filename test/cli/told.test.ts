import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../support/golden.js';
import { fencepost, fencepostTelling, folderWith } from './fencepost.js';

const folder = folderWith({
  'any.fp': 'shared int x = 0; process P(me) { local int r = 0; x = 1; r = x; assert(r == 1); }',
  'threads.fp': 'shared int x = 0; thread P { x = 1; } invariant small: x <= 1;',
  'long.fp':
    'shared int x = 0; process P(me) { local int i = 0; while (i < 200000) { i = i + 1; x = 1 - x; } } invariant b: x <= 1;',
  'ticket.fp': 'shared int next; thread P { next = next + 1; } invariant some: next == next;',
  'square.fp':
    'shared int x = 3;\nthread P {\n  local int r = 0;\n  while (true) {\n    r = x;\n    x = r * r;\n  }\n}\ninvariant big: x >= 3;',
  'q.orig': readFileSync(join(root, 'test', 'fixtures', 'salpl', 'queue.orig'), 'utf8'),
});
const file = (name: string): string => join(folder, name);

describe('with an answer', () => {
  it('says that --procs has no effect where there is no process', async () => {
    const { code, stderr } = await fencepost(['verify', file('threads.fp'), '--procs', '3']);
    expect(stderr).toContain('--procs 3 has no effect: the program has no process, only threads [W605]');
    expect(code).toBe(0);
    expect((await fencepost(['verify', file('threads.fp')])).stderr).toBe('');
  });

  it('says that --workers has no effect where the engine that was taken works alone', async () => {
    const asked = ['verify', file('any.fp'), '--model', 'tso', '--workers', '2'];
    const { stderr, code } = await fencepost(asked);
    expect(stderr).toContain('--workers 2 has no effect: the dual engine works alone [W605]');
    expect(code).toBe(0);
    const finite = await fencepost(['verify', file('threads.fp'), '--workers', '2']);
    expect(finite.stderr).toBe('');
  });

  it('claims nothing of an unknown one', async () => {
    const { stdout } = await fencepostTelling(['verify', file('long.fp'), '--procs', '3', '--timeout', '3']);
    expect(stdout).toContain('This is for --procs 3: other numbers of processes were not looked at.');
  });

  it('advises predicates where an integer may be any', async () => {
    const { stderr } = await fencepost(['verify', file('ticket.fp'), '--engine', 'explicit']);
    expect(stderr).toContain('take --engine abstract, which finds predicates, or give --havoc-range A..B');
  });

  it('says where a value is too large', async () => {
    const { stdout } = await fencepost(['verify', file('square.fp'), '--engine', 'explicit']);
    expect(stdout).toMatch(/big: some value of x \(line 1\) does not fit into 32 bits/);
  });

  it('names the file of predicates that cannot be read', async () => {
    mkdirSync(file('q.pred'));
    const { code, stderr } = await fencepost(['verify', file('q.orig')]);
    expect(stderr).toContain(`the predicates file ${file('q.pred')} is of no use: this is a directory`);
    expect(code).toBe(2);
  });

  it('compares nothing where no file can be read', async () => {
    const { code, stdout } = await fencepost(['compare', file('nosuch.fp'), '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ runs: [{ reason: 'input' }, {}, {}] });
    const mixed = await fencepost(['compare', file('nosuch.fp'), file('threads.fp'), '--models', 'sc']);
    expect(mixed.code).toBe(0);
  });
});
