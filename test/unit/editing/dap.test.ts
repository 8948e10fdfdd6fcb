import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inProcess } from '../../cli/in-process.js';
import { verify } from '../../../src/library/calls.js';
import { toJson } from '../../../src/library/tell.js';
import { field, listField, textField } from '../../../src/support/json-fields.js';
import { DapClient } from '../../support/editing/dap-client.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-dap-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = resolve('samples/litmus/mp.fp');
const result = join(folder, 'mp.json');

let client: DapClient;
beforeEach(async () => {
  client = new DapClient();
  await client.ask('initialize', { adapterID: 'fencepost' });
});
afterEach(async () => {
  await client.ask('disconnect');
  await client.ended;
});

/** The run of the README: the flag reaches memory before the data. */
async function begin(lines: readonly number[] = [], more: object = {}): Promise<unknown> {
  writeFileSync(result, JSON.stringify(toJson(await verify(program, { model: 'pso' }))));
  await client.ask('launch', { result, program, ...more });
  await client.event('initialized');
  const answer = await client.ask('setBreakpoints', {
    source: { path: program },
    breakpoints: lines.map((line) => ({ line })),
  });
  await client.ask('configurationDone');
  return answer;
}

/** What a scope holds, as `name=value`. */
async function scope(name: string, frameId = 1): Promise<string> {
  const scopes = listField(await client.ask('scopes', { frameId }), 'scopes');
  const found = scopes.find((each) => textField(each, 'name') === name);
  return variables(field(found, 'variablesReference'));
}

const variables = async (variablesReference: unknown): Promise<string> =>
  listField(await client.ask('variables', { variablesReference }), 'variables')
    .map((each) => `${textField(each, 'name')}=${textField(each, 'value')}`)
    .join(' ');

const frame = async (threadId: number): Promise<unknown> =>
  listField(await client.ask('stackTrace', { threadId }), 'stackFrames')[0];

describe('a replayed counterexample', () => {
  it('begins before its first step, with its threads at their lines', async () => {
    await begin();
    expect(await client.event('stopped')).toMatchObject({
      reason: 'entry',
      threadId: 1,
      allThreadsStopped: true,
    });
    expect(await client.ask('threads')).toEqual({
      threads: [
        { id: 1, name: 'Writer' },
        { id: 2, name: 'Reader' },
      ],
    });
    expect(await frame(1)).toMatchObject({
      line: 6,
      name: 'Writer, next: store data = 42',
      source: { path: program },
    });
    expect(await frame(2)).toMatchObject({ line: 12 });
    expect(await scope('Shared')).toBe('data=0 flag=0');
    expect(await scope('Store buffers')).toBe('Writer=empty Reader=empty');
  });

  it('steps forward and back through stores and flushes', async () => {
    await begin();
    await client.event('stopped');
    expect(await client.move('next')).toMatchObject({ reason: 'step', threadId: 1 });
    expect(await scope('Store buffers')).toBe('Writer=data=42 Reader=empty');
    expect(await scope('Shared')).toBe('data=0 flag=0');
    await client.move('next');
    await client.move('next');
    expect(await scope('Shared')).toBe('data=0 flag=1');
    await client.move('stepBack');
    expect(await scope('Shared')).toBe('data=0 flag=0');
    expect(await scope('Store buffers')).toBe('Writer=data=42, flag=1 Reader=empty');
    await client.move('stepIn', 2);
    expect(await scope('Locals', 2)).toBe('seen=1 value=0');
    expect(await client.move('restart')).toMatchObject({ reason: 'entry' });
  });

  it('lists the entries of a buffer', async () => {
    await begin();
    await client.event('stopped');
    await client.move('next');
    await client.move('next');
    const scopes = listField(await client.ask('scopes', { frameId: 1 }), 'scopes');
    const buffers = await client.ask('variables', {
      variablesReference: field(scopes[2], 'variablesReference'),
    });
    const own = field(listField(buffers, 'variables')[0], 'variablesReference');
    expect(await variables(own)).toBe('0 (oldest)=data=42 1=flag=1');
  });

  it('stops at breakpoints, in both directions, and at the violation', async () => {
    expect(await begin([13, 3])).toMatchObject({
      breakpoints: [{ verified: true, line: 13 }, { verified: false }],
    });
    await client.event('stopped');
    expect(await client.move('continue')).toMatchObject({ reason: 'breakpoint', threadId: 2 });
    expect(await frame(2)).toMatchObject({ line: 13 });
    expect(await client.move('continue')).toMatchObject({
      reason: 'exception',
      text: expect.stringContaining('fresh'),
    });
    expect(await client.ask('exceptionInfo', { threadId: 1 })).toMatchObject({ exceptionId: 'fresh' });
    expect(await client.move('reverseContinue')).toMatchObject({ reason: 'breakpoint' });
    expect(await client.move('reverseContinue')).toMatchObject({ reason: 'entry' });
    await client.move('continue');
    await client.move('continue');
    await client.ask('continue', { threadId: 1 });
    await client.event('terminated');
  });

  it('evaluates what a thread would read', async () => {
    await begin();
    await client.event('stopped');
    await client.move('next');
    const value = async (expression: string, frameId?: number): Promise<unknown> =>
      field(
        await client.ask('evaluate', { expression, ...(frameId === undefined ? {} : { frameId }) }),
        'result',
      );
    expect(await value('data', 1)).toBe('42 (buffered by Writer; in memory: 0)');
    expect(await value('data', 2)).toBe('0');
    expect(await value('data')).toBe('0');
    expect(await value('data + 1 == 43 && !(flag == 1)', 1)).toBe('true');
    expect(await value('Reader.seen - 2')).toBe('-2');
    expect(await value('seen', 2)).toBe('0');
    await expect(value('nothing')).rejects.toThrow('nothing is called `nothing` here');
    await expect(value('data +')).rejects.toThrow('expected');
    await expect(value('data / 0')).rejects.toThrow('it has no value');
  });

  it('begins at a breakpoint if told to', async () => {
    await begin([12], { stopOnEntry: false });
    expect(await client.event('stopped')).toMatchObject({ reason: 'breakpoint', threadId: 2 });
  });
});

describe('what is to be replayed', () => {
  it('may be a program that is verified first', async () => {
    await expect(
      client.ask('launch', { program, model: 'tso', options: { invariant: 'x' } }),
    ).rejects.toThrow('invariant');
    await client.event('terminated');
    await client.ask('launch', { program, model: 'pso' });
    await client.event('initialized');
    await client.ask('configurationDone');
    expect(await client.event('stopped')).toMatchObject({ reason: 'entry' });
  });

  it('may be a file of evidence', async () => {
    const evidence = join(folder, 'evidence.json');
    expect((await inProcess(['verify', program, '--model', 'pso', '--evidence', evidence])).code).toBe(10);
    await client.ask('launch', { evidence, program });
    await client.event('initialized');
    await client.ask('configurationDone');
    await client.event('stopped');
    expect(await client.move('continue')).toMatchObject({ reason: 'exception' });
    expect(await scope('Shared')).toBe('data=42 flag=1');
  });

  it.each([
    ['a program that is safe', { program, model: 'tso' }, 'every property holds under tso'],
    ['no file', { program: join(folder, 'nothing.fp') }, 'there is no such file'],
    ['nothing', {}, 'a launch needs `program`'],
    ['no document', { result: resolve('package.json') }, 'is not what verify --json prints'],
    ['no property of the program', { program, model: 'pso', property: 'frseh' }, 'frseh'],
  ])('is not %s', async (_name, launch, why) => {
    await expect(client.ask('launch', launch)).rejects.toThrow(why);
    await client.event('terminated');
  });

  it('is asked for before anything else', async () => {
    await expect(client.ask('threads')).rejects.toThrow('no run is replayed');
  });
});
