import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { numbersBelow } from '../../src/support/lists.js';
import { fencepost, fencepostTelling, folderWith, storeBuffering } from './fencepost.js';
import { parsedAs } from './parsed-document.js';

/** Store buffering so many times, each with an invariant of its own: each needs two fences. */
function blocks(count: number): string {
  const thread = (name: string, own: string, other: string): string =>
    [
      `thread ${name} {`,
      '  local int r = 1;',
      ...numbersBelow(count).map((i) => `  ${own}${i} = 1; r = ${other}${i}; C${i}: skip;`),
      '}',
    ].join('\n');
  const both = (i: number): string => `P at C${i} && Q at C${i} && P.r == 0 && Q.r == 0`;
  return [
    ...numbersBelow(count).map((i) => `shared int x${i} = 0, y${i} = 0;`),
    ...[thread('P', 'x', 'y'), thread('Q', 'y', 'x')],
    ...numbersBelow(count).map((i) => `invariant i${i}: !(${both(i)});`),
  ].join('\n');
}

const folder = folderWith({
  'blocks.fp': blocks(20),
  'sb.fp': storeBuffering,
  'nothing.fp': storeBuffering.slice(0, storeBuffering.indexOf('final')),
  'wrong.fp': 'shared int x = 0;\nthread P { L: x = 1; }\ninvariant never: x == 0;\n',
  'own-bound.fp': `${storeBuffering}invariant bound: x >= 0;\n`,
  'running-ahead.fp': `shared int[0..1] x = 0, y = 0, a = 0, b = 0;
thread P { local int[0..1] r = 0; x = 1; r = y; if (r == 0) { CS: skip; } while (true) { a = 1; b = 1; a = 0; } }
thread Q { local int[0..1] r = 0; y = 1; r = x; if (r == 0) { CS: skip; } while (true) { b = 0; a = 1; } }
invariant mutex: !(P at CS && Q at CS);
`,
  'ring.fp': `shared int data = 0, tail = 0;
thread P {
  data = 1;
  tail = tail + 1;
}
thread Q { local int r = 0; assume(tail == 1); r = data; }
final fresh: Q.r == 1;
`,
  'two.fp': 'shared int x = 0, y = 0;\nthread P { x = 1; y = 1; }\n',
});
const file = (name: string): string => join(folder, name);
const peterson = 'samples/mutex/peterson.fp';

const parsed = (text: string): Readonly<Record<string, unknown>> => parsedAs('fences', text);

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

const long = ['fences', file('blocks.fp'), '--model', 'tso', '--verbose'];
/** Both none and all were asked for, and some clauses are known. */
const afterSome = ({ stderr }: { readonly stderr: string }): boolean => stderr.includes('verification 7');

describe('a search for fences that is cut off', () => {
  it('says at SIGINT what it knows of the cost, and a set that suffices', async () => {
    const { code, stdout } = await fencepostTelling(long, {
      signalWhen: { signal: 'SIGINT', happened: afterSome },
    });
    expect(code).toBe(130);
    expect(lastLine(stdout)).toMatch(/^FENCES: UNKNOWN \(interrupted/);
    expect(stdout).toMatch(/^No set that costs less than [1-9]\d* suffices\.$/m);
    expect(stdout).toMatch(/^A set that is known to suffice, with \d+ places; fewer may do:$/m);
    expect(stdout).toMatch(/^P +\d+ +fence +after store x0 = 1/m);
  });

  it('says the same in its document', async () => {
    const { code, stdout } = await fencepostTelling([...long, '--json'], {
      signalWhen: { signal: 'SIGINT', happened: afterSome },
    });
    expect(code).toBe(130);
    const { sufficient, ...document } = parsed(stdout);
    expect(document).toMatchObject({ reason: 'interrupted', sets: [], size: null, minimal: false });
    expect(document['atLeast']).toBeGreaterThan(0);
    expect(sufficient).toContainEqual(expect.objectContaining({ thread: 'P', place: 'after store x0 = 1' }));
  });

  it('ends where memory does not suffice for a cheapest set, with what it knows', async () => {
    const { code, stdout } = await fencepost([
      ...[
        'fences',
        file('running-ahead.fp'),
        '--model',
        'pso',
        '--engine',
        'explicit',
        '--memory',
        '128',
        '--json',
      ],
    ]);
    expect(code).toBe(20);
    const { sufficient, queries, ...document } = parsed(stdout);
    // Both orders of a store and a load need a fence; then states have no end.
    expect(document).toMatchObject({ reason: 'memory', sets: [], size: null, atLeast: 2 });
    expect(sufficient).toContainEqual(expect.objectContaining({ thread: 'P', place: 'after store x = 1' }));
    expect(queries).toBeLessThan(10);
  });

  it('ends in time', async () => {
    const { code, stdout, taken } = await fencepostTelling([...long, '--timeout', '1', '--json']);
    expect(code).toBe(20);
    expect(parsed(stdout)).toMatchObject({ reason: 'timeout', sets: [] });
    expect(taken.cpuSeconds).toBeLessThan(6);
  });
});

describe('what fences says', () => {
  it('lists sets of places behind stores first, and speaks of the first set', async () => {
    const { code, stdout } = await fencepost(['fences', peterson, '--model', 'pso', '--trace', 'none']);
    expect(code).toBe(0);
    const [first = '', second = ''] = stdout.split('Set 2 of 2:');
    expect(first).toContain('after store turn = 1 - me');
    expect(second).toContain('before load other = flag[1 - me]');
    expect(second).toContain('Why set 1 has its fences:');
    // The words of the program, not those of an instance.
    expect(second.replace(/\s+/g, ' ')).toContain(
      '`flag[me] = true` (line 10) may still wait when `flag[1 - me]` is read (line 12)',
    );
  });

  it('tells of a fence(ww) which write came before, not which load', async () => {
    const { code, stdout } = await fencepost([
      'fences',
      file('ring.fp'),
      '--model',
      'pso',
      '--trace',
      'none',
    ]);
    expect(code).toBe(0);
    // The load of tail stands before the store, and does not wait behind a fence(ww) either.
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Without the fence(ww) of P after store data = 1, fresh is violated: `data = 1` (line 3) may still wait when `tail` is written (line 4).',
    );
  });

  it('leaves runs out of the document if they are not wanted', async () => {
    const { stdout } = await fencepost(['fences', peterson, '--model', 'tso', '--trace', 'none', '--json']);
    const before = { kind: 'read', text: 'flag[1 - me]', line: 12 };
    expect(parsed(stdout)).toMatchObject({
      trace: null,
      missing: [
        {
          trace: null,
          steps: 10,
          reorderings: expect.arrayContaining([expect.objectContaining({ before })]),
        },
      ],
    });
  });

  it('shows what goes wrong with all fences, and where to look', async () => {
    const { code, stdout } = await fencepost(['fences', file('wrong.fp'), '--model', 'tso']);
    expect(code).toBe(10);
    expect(stdout).toContain('There is no place where a fence could matter, and never is violated:');
    expect(stdout).toContain('fencepost verify FILE --model sc');
  });

  it('has the run in which a buffer is too long with all fences in its document', async () => {
    const asked = ['--model', 'tso', '--goal', 'bound', '--bound', '1', '--remove', '--json'];
    const { stdout } = await fencepost(['fences', file('two.fp'), ...asked]);
    const document = parsed(stdout);
    expect(document).toMatchObject({ property: 'bound', sets: [], reason: null });
    expect(document['trace']).toHaveLength(2);
  });

  it.each([
    { name: 'robust', args: ['--goal', 'robust'], says: 'the program is not robust' },
    { name: 'bound', args: ['--goal', 'bound', '--bound', '1'], says: '0: the properties hold' },
  ])('misses no property where the goal is $name', async ({ args, says }) => {
    const { code, stdout, stderr } = await fencepost([
      'fences',
      file('nothing.fp'),
      '--model',
      'tso',
      ...args,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(says);
  });

  it('tells a bound that is exceeded from a property of that name', async () => {
    const bound = ['--model', 'tso', '--goal', 'bound', '--bound', '1', '--trace', 'none'];
    const { stdout } = await fencepost(['fences', file('two.fp'), ...bound]);
    expect(stdout).toContain('some buffer needs more than 1 entry');
    const none = await fencepost(['fences', file('two.fp'), ...bound, '--remove']);
    expect(none.code).toBe(10);
    expect(none.stdout).toContain('some buffer needs more than 1 entry');
    const own = await fencepost(['fences', file('own-bound.fp'), ...bound]);
    expect(own.stdout).toMatch(/^FENCES: 2: /m);
  });
});

describe('what fences refuses', () => {
  const tso = ['--model', 'tso'];
  it.each([
    { args: [], says: '--model must be given' },
    { args: ['--model', 'sc'], says: 'under sc no write is buffered' },
    { args: [...tso, '--goal', 'bound'], says: '--goal bound asks for a bound' },
    { args: [...tso, '--robust', 'state'], says: '--robust goes with --goal robust' },
    { args: [...tso, '--goal', 'robust', '--deadlock'], says: '--deadlock does not go with --goal robust' },
    { args: [...tso, '--cost', 'junk'], says: '--cost takes a list' },
    { args: [...tso, '--cost', 'fence=0'], says: '--cost takes a whole number from 1' },
    { args: [...tso, '--cost', 'fence=1,fence=2'], says: '--cost names fence twice' },
    { args: [...tso, '--diff', '--apply'], says: '--diff and --apply are two commands' },
    { args: [...tso, '-o', 'x'], says: '-o needs to know what to write' },
    { args: [...tso, '--kind', 'atomic', '--goal', 'robust'], says: '--goal is for --kind fence' },
  ])('$args', async ({ args, says }) => {
    const { code, stdout, stderr } = await fencepost(['fences', file('sb.fp'), ...args, '--json']);
    expect(code).toBe(2);
    expect(stderr).toContain(`fencepost: error: ${says}`);
    expect(stderr.match(/error:/g)).toHaveLength(1);
    expect(parsed(stdout)).toMatchObject({ reason: 'usage', sets: [], size: null });
  });
});
