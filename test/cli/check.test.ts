import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import {
  astray,
  astrayButSafe,
  endless,
  large,
  neverBegins,
  noProperty,
  race,
  storeBufferingBl,
  stuck,
  swallowed,
} from './boolean-programs.js';
import { folderWith, storeBuffering } from './fencepost.js';
import { inProcess } from './in-process.js';

const folder = folderWith({
  'sb.bl': storeBufferingBl,
  'sb.text': storeBufferingBl,
  'race.bl': race,
  'stuck.bl': stuck,
  'swallowed.bl': swallowed,
  'never.bl': neverBegins,
  'astray.bl': astray,
  'astray-safe.bl': astrayButSafe,
  'noproperty.bl': noProperty,
  'endless.bl': endless,
  'large.bl': large,
  'wrong.bl': 'shared X;\nlocal;\ninit\n1: store Y = 1;\nprocess 1\n1: stor X = 1;\n',
  'sb.fp': storeBuffering,
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

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

const semantics = [[[]], [['--semantics', 'concrete']]];

describe('check', () => {
  it.each(semantics)('says SAFE with %j', async (options) => {
    const { code, stdout, stderr } = await inProcess(['check', file('sb.bl'), ...options]);
    expect(lastLine(stdout)).toBe('VERDICT: SAFE');
    expect(stdout).toContain('property final (final, line 23): safe');
    expect(code).toBe(0);
    expect(stderr).toBe('');
  });

  it.each(semantics)('shows a run that violates the assertion with %j', async (options) => {
    const { code, stdout } = await inProcess(['check', file('race.bl'), ...options]);
    expect(code).toBe(10);
    expect(lastLine(stdout)).toBe('VERDICT: UNSAFE property always');
    const [, trace = ''] = stdout.split('unsafe\n');
    expect(trace.split('\n').slice(1, 10).join('\n')).toBe(
      `initially  Free=false Rest=false; init at 1; process 1 at 1; process 2 at 1
#  line  thread     action                                       memory
1     6  init       initialise: Free [lock = 0] = true           Free=true
2    12  process 1  2 (await lock = 0): assume(Free != 0)
3    24  process 2  2: assume(Free != 0)
4    16  process 1  5 (lock = 1): store Free [lock = 0] = false  Free=false
5    25  process 2  3: store Free [lock = 0] = false
finally    Free=false Rest=false; init ended; process 1 at 8; process 2 at 8
violated   always: the assertion is false in this state`,
    );
  });

  it('runs under weak memory, with buffers of Boolean variables', async () => {
    const { code, stdout } = await inProcess(['check', file('sb.bl'), '--model', 'tso']);
    expect(code).toBe(10);
    expect(stdout).toContain('model tso, engine explicit');
    expect(stdout).toContain('store X [x = 1] = true');
    expect(stdout).toContain('load r = Y [y = 1] (false)');
    expect(stdout).toContain('flush Y [y = 1] = true');
    expect(stdout).toContain('process 1: X=true');
    expect(lastLine(stdout)).toBe('VERDICT: UNSAFE property final');
  });

  it('prints the document of verify', async () => {
    const safe = await inProcess(['check', file('sb.bl'), '--json']);
    expect(parsed(safe.stdout)).toMatchObject({
      file: file('sb.bl'),
      language: 'bl',
      model: 'sc',
      engine: 'three-valued',
      method: null,
      verdict: 'safe',
      properties: [{ name: 'final', kind: 'final', line: 23, verdict: 'safe' }],
    });
    const unsafe = await inProcess(['check', file('race.bl'), '--semantics', 'concrete', '--json']);
    expect(unsafe.code).toBe(10);
    expect(parsed(unsafe.stdout)).toMatchObject({
      engine: 'explicit',
      verdict: 'unsafe',
      property: 'always',
      initial: { memory: { Free: false, Rest: false }, locals: {} },
      trace: [
        { thread: 'init', action: 'initialise: Free [lock = 0] = true', memory: { Free: true, Rest: false } },
        { thread: 'process 1', line: 12 },
        { thread: 'process 2', line: 24 },
        { thread: 'process 1', line: 16 },
        { thread: 'process 2', line: 25, action: '3: store Free [lock = 0] = false' },
      ],
    });
  });

  it('leaves the run out if asked', async () => {
    const { stdout } = await inProcess(['check', file('race.bl'), '--trace', 'none', '--json']);
    expect(parsed(stdout)).toMatchObject({ verdict: 'unsafe', trace: null, properties: [{ trace: null }] });
  });

  it('tells on stderr which semantics it took and why', async () => {
    const three = await inProcess(['check', file('sb.bl'), '--verbose']);
    expect(three.stderr).toContain('engine three-valued (auto: ');
    const weak = await inProcess(['check', file('sb.bl'), '--model', 'pso', '--verbose']);
    expect(weak.stderr).toContain(
      'engine explicit (auto: the three-valued semantics knows no store buffers)',
    );
    const asked = await inProcess(['check', file('sb.bl'), '--semantics', 'concrete', '--verbose']);
    expect(asked.stderr).toContain('engine explicit: ');
    const other = await inProcess(['check', file('sb.fp'), '--verbose']);
    expect(other.stderr).toContain('engine explicit (auto: it decides all programs but Boolean ones)');
  });

  it('takes the language from --lang', async () => {
    const { code } = await inProcess(['check', file('sb.text'), '--lang', 'bl']);
    expect(code).toBe(0);
  });

  it('takes programs in other languages to verify', async () => {
    const { code, stdout } = await inProcess(['check', file('sb.fp'), '--model', 'tso']);
    expect(code).toBe(10);
    expect(stdout).toContain('model tso, engine explicit');
    expect(lastLine(stdout)).toBe('VERDICT: UNSAFE property sb');
  });

  it('tells the errors of the text', async () => {
    const { code, stdout, stderr } = await inProcess(['check', file('wrong.bl')]);
    expect(code).toBe(2);
    expect(stdout).toBe('VERDICT: UNKNOWN input\n');
    expect(stderr).toContain('wrong.bl:6:');
    const json = await inProcess(['check', file('wrong.bl'), '--json']);
    expect(parsed(json.stdout)).toMatchObject({ language: 'bl', verdict: null, reason: 'input' });
  });

  it('stops at a limit', async () => {
    const options = ['--semantics', 'concrete', '--timeout', '0.3'];
    const { code, stdout } = await inProcess(['check', file('large.bl'), ...options]);
    expect(code).toBe(20);
    expect(lastLine(stdout)).toBe('VERDICT: UNKNOWN timeout');
  });

  it('warns of a program without a property', async () => {
    const { code, stdout, stderr } = await inProcess(['check', file('noproperty.bl')]);
    expect(code).toBe(0);
    expect(lastLine(stdout)).toBe('VERDICT: SAFE');
    expect(stderr).toContain('the program states no property');
  });
});

describe.each(semantics)('a program that proves nothing, with %j', (options) => {
  it.each([
    ['stuck.bl', 'vacuous'],
    ['swallowed.bl', 'vacuous'],
    ['never.bl', 'vacuous'],
    ['astray.bl', 'astray'],
  ])('%s is unknown (%s)', async (name, reason) => {
    const { code, stdout } = await inProcess(['check', file(name), ...options]);
    expect(lastLine(stdout)).toBe(`VERDICT: UNKNOWN ${reason}`);
    expect(stdout).toMatch(/^always: \S.*$/m);
    expect(code).toBe(20);
  });

  it.each([
    ['stuck.bl', 'process 1 never gets past its first statement (line 8), although'],
    ['swallowed.bl', 'label 3 of process 1 is inside an atomic section without end_atomic (line 10)'],
    ['never.bl', 'no run gets through the initialisation'],
    ['astray.bl', 'process 1 jumps to label 99, which it does not have (line 8)'],
  ])('%s says which process and where', async (name, words) => {
    const { stdout } = await inProcess(['check', file(name), ...options]);
    expect(stdout).toContain(`\nalways: ${words}`);
  });

  it('is warned of if it has no final state to be asked about', async () => {
    const { code, stderr } = await inProcess(['check', file('endless.bl'), ...options]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'endless.bl:11:1: warning: no run of the program comes to its end, so nothing is asked of one [W603]',
    );
    const fine = await inProcess(['check', file('sb.bl'), ...options]);
    expect(fine.stderr).toBe('');
  });

  it('is told apart from one that jumps nowhere', async () => {
    const { code } = await inProcess(['check', file('astray-safe.bl'), ...options]);
    expect(code).toBe(0);
  });
});

describe('what does not go together', () => {
  it.each([
    [['check', 'sb.bl', '--semantics', 'three-valued', '--model', 'tso'], 'knows no store buffers'],
    [['check', 'sb.bl', '--semantics', 'concrete', '--merge'], '--merge goes with'],
    [['check', 'sb.bl', '--model', 'pso', '--merge'], '--merge goes with'],
    [['check', 'sb.bl', '--bound', '2'], '--bound limits store buffers'],
    [['check', 'sb.bl', '--semantics', 'three-valued', '--bound', '2'], '--bound limits store buffers'],
    [['verify', 'sb.bl', '--bound', '2'], '--bound limits store buffers'],
    [['check', 'sb.fp', '--merge'], 'this is none'],
    [['check', 'sb.fp', '--semantics', 'three-valued'], 'this is no Boolean program'],
    [['check', 'sb.bl', '--property', 'alwys'], "no property 'alwys'"],
    [['check', 'sb.bl', '--semantics', 'concret'], "did you mean 'concrete'?"],
    [['check', 'sb.bl', '--procs', '2'], 'check has no option --procs'],
    [['verify', 'sb.bl', '--procs', '2'], '--procs does not apply to Boolean programs'],
    [['verify', 'sb.bl', '--deadlock'], '--deadlock does not apply'],
    [['transform', 'sb.bl', '--to', 'fp'], 'sb.bl: error: this is a Boolean program'],
    [['simulate', 'sb.bl', '--random'], 'sb.bl: error: this is a Boolean program'],
    [['litmus', 'sb.bl'], 'this is a Boolean program'],
  ])('%j', async ([command = '', name = '', ...options], message) => {
    const { code, stderr } = await inProcess([command, file(name), ...options]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe('a file that cannot be', () => {
  it('is named, if it is the standard input with nothing in it', async () => {
    const { code, stdout, stderr } = await inProcess(['check', '-', '--json']);
    expect(code).toBe(2);
    expect(stderr).toContain('<stdin>: error: the file is empty');
    expect(parsed(stdout)).toMatchObject({ verdict: null, reason: 'input' });
  });

  it('has no engine that a refused option would have chosen', async () => {
    const { stdout } = await inProcess(['check', file('sb.fp'), '--merge', '--json']);
    expect(parsed(stdout)).toMatchObject({ engine: 'explicit', reason: 'usage' });
    const unknown = await inProcess(['check', file('sb.text'), '--json']);
    expect(parsed(unknown.stdout)).toMatchObject({ engine: null, reason: 'input' });
  });
});

describe('verify', () => {
  it('bounds the buffers of all models that have some', async () => {
    const { stdout } = await inProcess(['verify', file('sb.bl'), '--all-models', '--bound', '2', '--json']);
    expect(parsed(stdout, 'runs')).toMatchObject({
      runs: [
        { model: 'sc', verdict: 'safe', bound: null },
        { model: 'tso', verdict: 'unsafe', bound: 2 },
        { model: 'pso', verdict: 'unsafe', bound: 2 },
      ],
    });
  });

  it('takes a Boolean program as check does', async () => {
    const { code, stdout } = await inProcess(['verify', file('race.bl')]);
    expect(code).toBe(10);
    expect(stdout).toContain('engine three-valued');
    const explicit = await inProcess(['verify', file('race.bl'), '--engine', 'explicit']);
    expect(explicit.stdout).toContain('engine explicit');
  });

  it('runs it under all models', async () => {
    const { code, stdout } = await inProcess(['verify', file('sb.bl'), '--all-models', '--json']);
    expect(code).toBe(10);
    expect(parsed(stdout, 'runs')).toMatchObject({
      runs: [
        { model: 'sc', verdict: 'safe', engine: 'three-valued' },
        { model: 'tso', verdict: 'unsafe', engine: 'explicit' },
        { model: 'pso', verdict: 'unsafe', engine: 'explicit' },
      ],
    });
  });
});
