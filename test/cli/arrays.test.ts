import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { folderWith, storeBuffering } from './fencepost.js';
import { inProcess } from './in-process.js';
import { storeBufferingBl } from './boolean-programs.js';

const mutex = (guard: string): string => `type place = Idle | Want | Critical
array PC[proc] : place
weak array Wants[proc] : bool
init (i) { PC[i] = Idle && Wants[i] = False }
unsafe (i j) { PC[i] = Critical && PC[j] = Critical }
transition ask ([i])
requires { PC[i] = Idle }
{ Wants[i] := True; PC[i] := Want }
transition enter ([i])
requires { PC[i] = Want && ${guard}forall_other j. Wants[j] = False }
{ PC[i] := Critical }
`;

const folder = folderWith({
  'mutex.cub': mutex(''),
  'fenced.cub': mutex('fence() && '),
  'two.cub': `number_procs 2\n${mutex('fence() && ')}unsafe (i) { PC[i] = Critical }\n`,
  'wrong.cub': mutex('fence() && ').replace(
    'init',
    'invariant (i) { PC[i] = Want }\ninvariant (i j) { PC[i] = Critical && PC[j] = Critical }\ninit',
  ),
  'nothing.cub': mutex('').replace(/^unsafe.*$/m, ''),
  'sequential.cub':
    'var X : bool\ninit () { X = False }\nunsafe () { X = True }\ntransition t ()\n{ X := False }\n',
  'error.cub': 'array PC[proc] : place\ninit (i) { PC[i] = Idle }\n',
  'sb.fp': storeBuffering,
  'sb.bl': storeBufferingBl,
});
const file = (name: string): string => join(folder, name);

const ajv = new Ajv({ allErrors: true });
for (const name of ['verify', 'runs']) {
  const schema: unknown = JSON.parse(readFileSync(`docs/schema/${name}.json`, 'utf8'));
  if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);
}

function parsed(text: string, schema = 'verify'): unknown {
  const document: unknown = JSON.parse(text);
  ajv.validate(`${schema}.json`, document);
  expect(ajv.errors ?? []).toEqual([]);
  return document;
}

/** The lines of a report; times and memory differ from run to run. */
const lines = (text: string): readonly string[] =>
  text
    .trimEnd()
    .replaceAll(/\d+\.\d+ s, \d+ MB/g, 'N s, N MB')
    .replace(`${folder}/`, '')
    .split('\n');

describe('verify of an array-based system', () => {
  it('proves it for any number of processes', async () => {
    const { code, stdout, stderr } = await inProcess(['verify', file('fenced.cub'), '--model', 'tso']);
    expect(lines(stdout)).toEqual([
      'fenced.cub: model tso, engine mcmt',
      'property unsafe[1] (invariant, line 5): safe',
      expect.stringMatching(/^\d+ states, \d+ transitions, \d+ configurations, N s, N MB$/),
      'VERDICT: SAFE',
    ]);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('shows the transitions of a violation, and the run', async () => {
    const { code, stdout } = await inProcess(['verify', file('mutex.cub'), '--model', 'tso']);
    expect(code).toBe(10);
    const told = lines(stdout);
    const path = told.findIndex((line) => line.endsWith(' -> unsafe[1]'));
    expect(told.slice(0, 2)).toEqual([
      'mutex.cub: model tso, engine mcmt',
      'property unsafe[1] (invariant, line 5): unsafe',
    ]);
    expect(told[path]).toMatch(
      /^(ask\(#[12]\) -> ){2}enter\(#[12]\) -> enter\(#[12]\) -> unsafe\[1\]$|^ask\(#[12]\) -> enter\(#[12]\) -> ask\(#[12]\) -> enter\(#[12]\) -> unsafe\[1\]$/,
    );
    expect(told[path + 2]).toBe('initially  PC[#1]=Idle PC[#2]=Idle Wants[#1]=False Wants[#2]=False');
    expect(stdout).toMatch(/^violated {3}unsafe\[1\]: the clause holds of #[12] and #[12]$/m);
    expect(told.at(-1)).toBe('VERDICT: UNSAFE property unsafe[1]');
  });

  it('prints a document with the same facts', async () => {
    const { code, stdout } = await inProcess(['verify', file('mutex.cub'), '--model', 'tso', '--json']);
    expect(code).toBe(10);
    expect(parsed(stdout)).toMatchObject({
      ...{ language: 'cub', model: 'tso', engine: 'mcmt', verdict: 'unsafe', property: 'unsafe[1]' },
      path: [...Array.from({ length: 4 }, () => expect.stringMatching(/^\w+\(#\d\)$/)), 'unsafe[1]'],
      properties: [{ name: 'unsafe[1]', kind: 'invariant', line: 5, path: expect.any(Array) }],
      stats: { z3Calls: 0, states: expect.any(Number), configurations: expect.any(Number) },
    });
    const safe = await inProcess(['verify', file('fenced.cub'), '--json']);
    expect(parsed(safe.stdout)).toMatchObject({ verdict: 'safe', trace: null, path: null });
    const all = await inProcess(['verify', file('fenced.cub'), '--all-models', '--json']);
    expect(all.code).toBe(2);
    expect(parsed(all.stdout, 'runs')).toMatchObject({
      runs: [
        { verdict: 'safe' },
        { verdict: 'safe' },
        { model: 'pso', verdict: null, reason: 'unsupported' },
      ],
    });
  });

  it('leaves the counterexample out if asked', async () => {
    const args = ['verify', file('mutex.cub'), '--model', 'tso', '--trace', 'none'];
    expect((await inProcess(args)).stdout).not.toContain('->');
    expect(parsed((await inProcess([...args, '--json'])).stdout)).toMatchObject({ trace: null, path: null });
  });

  it('decides the properties that are asked for, and says what bounds the processes', async () => {
    const one = await inProcess(['verify', file('two.cub'), '--property', 'unsafe[1]']);
    expect(lines(one.stdout).slice(-2)).toEqual([
      'This holds for at most 2 processes (number_procs).',
      'VERDICT: SAFE',
    ]);
    const other = await inProcess(['verify', file('two.cub'), '--property', 'unsafe[2]']);
    expect(lines(other.stdout).at(-1)).toBe('VERDICT: UNSAFE property unsafe[2]');
    const bounded = await inProcess(['verify', file('fenced.cub'), '--max-procs', '1', '--search', 'bfs']);
    expect(lines(bounded.stdout).slice(-2)).toEqual([
      'This holds for at most 1 process (--max-procs).',
      'VERDICT: SAFE',
    ]);
    const none = await inProcess(['verify', file('two.cub'), '--property', 'unsafe[3]']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('did you mean unsafe[')]);
  });

  it('warns of invariants that do not hold', async () => {
    const { code, stderr } = await inProcess(['verify', file('wrong.cub'), '--model', 'tso']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/wrong\.cub:4:\d+: warning: this invariant does not hold in all runs/);
    expect(stderr.match(/warning/g)).toHaveLength(1);
  });

  it('warns where nothing is unsafe', async () => {
    const { code, stderr } = await inProcess(['verify', file('nothing.cub')]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('nothing is unsafe')]);
  });

  it('goes through all states of a number of processes', async () => {
    const two = await inProcess([
      'verify',
      file('fenced.cub'),
      '--model',
      'tso',
      '--procs',
      '2',
      '--verbose',
    ]);
    expect(lines(two.stdout)).toEqual([
      'fenced.cub: model tso, engine explicit',
      'property unsafe[1] (invariant, line 5): safe',
      expect.stringMatching(/^\d+ states, N s, N MB$/),
      'This is about exactly 2 processes: other numbers were not looked at.',
      'VERDICT: SAFE',
    ]);
    expect(two.stderr).toContain('engine explicit (auto: for --procs N processes)');
    const three = ['verify', file('mutex.cub'), '--model', 'tso', '--engine', 'explicit', '--procs', '3'];
    const { code, stdout } = await inProcess([...three, '--json']);
    expect(code).toBe(10);
    expect(parsed(stdout)).toMatchObject({ engine: 'explicit', verdict: 'unsafe', path: expect.any(Array) });
  });
});

const refusals: readonly (readonly [what: string, args: readonly string[], says: string])[] = [
  ['PSO', ['fenced.cub', '--model', 'pso'], '2+2W is the counterexample'],
  ['tso1', ['fenced.cub', '--model', 'tso1'], 'array-based systems do not run under'],
  ['the dual engine', ['fenced.cub', '--engine', 'dual'], 'the dual engine takes no array-based systems'],
  [
    'the abstract engine',
    ['fenced.cub', '--engine', 'abstract'],
    'the abstract engine takes no array-based systems',
  ],
  [
    'options of the abstract engine',
    ['fenced.cub', '--method', 'ce'],
    '--method does not apply to array-based systems',
  ],
  ['further invariants', ['fenced.cub', '--invariant', 'x == 0'], '--invariant does not apply'],
  ['a number for mcmt', ['fenced.cub', '--engine', 'mcmt', '--procs', '2'], '--max-procs 2'],
  ['any number for explicit', ['fenced.cub', '--engine', 'explicit', '--procs', 'any'], '--engine mcmt'],
  ['no number for explicit', ['fenced.cub', '--engine', 'explicit'], '--procs N'],
  [
    'a bound without a number',
    ['fenced.cub', '--model', 'tso', '--bound', '2'],
    '--engine explicit --procs N',
  ],
  [
    'a search order with a number',
    ['fenced.cub', '--procs', '2', '--search', 'bfs'],
    '--search is for the mcmt engine',
  ],
  ['more processes than there may be', ['two.cub', '--procs', '3'], 'at most 2 processes'],
  ['a system for SC under TSO', ['sequential.cub', '--model', 'tso'], 'sequential.cub:1:5: error'],
  ['what is no system', ['error.cub'], 'error.cub:1:'],
  [
    '--max-procs for a program',
    ['sb.fp', '--max-procs', '2'],
    '--max-procs is for array-based systems (.cub)',
  ],
  ['--brab for a Boolean program', ['sb.bl', '--brab', '2'], '--brab is for array-based systems (.cub)'],
  [
    'mcmt for a program',
    ['sb.fp', '--engine', 'mcmt'],
    'the mcmt engine takes no programs: it takes array-based systems',
  ],
  ['mcmt for a Boolean program', ['sb.bl', '--engine', 'mcmt'], 'the mcmt engine takes no Boolean programs'],
];

describe('verify refuses', () => {
  it.each(refusals)('%s', async (_, [name = '', ...options], says) => {
    const { code, stderr } = await inProcess(['verify', file(name), ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(stderr).not.toContain('    at ');
  });
});

describe('other commands refuse array-based systems', () => {
  it.each([
    ['check'],
    ['litmus'],
    ['simulate', '--random'],
    ['transform', '--to', 'fp'],
    ['abstract', '--method', 'trad'],
  ])('%s', async (command, ...options) => {
    const { code, stderr } = await inProcess([command, file('fenced.cub'), ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('array-based system')]);
    expect(stderr).toContain('fencepost verify');
  });
});

describe('compare', () => {
  it('has the same options', async () => {
    const args = [
      'compare',
      file('fenced.cub'),
      '--models',
      'sc,tso',
      '--engines',
      'mcmt',
      '--search',
      'bfs',
    ];
    const { code, stdout } = await inProcess([...args, '--json']);
    expect(code).toBe(0);
    expect(parsed(stdout, 'runs')).toMatchObject({
      runs: [
        { model: 'sc', engine: 'mcmt', verdict: 'safe' },
        { model: 'tso', engine: 'mcmt', verdict: 'safe' },
      ],
    });
  });
});
