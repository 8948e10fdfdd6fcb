import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  FencepostError,
  abstract,
  check,
  compare,
  load,
  toText,
  transform,
  verify,
} from '../../../src/index.js';
import { root } from '../../support/golden.js';

const sample = (path: string): string => join(root, 'samples', path);
const spin = {
  name: 'spin.fp',
  text: 'shared int x = 0;\nthread P { while (true) { x = x + 1; } }\ninvariant grows: x >= 0;\n',
};

/** As who has no types may call. */
const untyped = async (call: CallableFunction, ...given: readonly unknown[]): Promise<unknown> => {
  const result: unknown = Reflect.apply(call, undefined, given);
  return result;
};

describe('options', () => {
  it.each([
    [{ model: 'tsp' }, /no memory model 'tsp'/],
    [{ bound: 0 }, /--bound takes a whole number from 1/],
    [{ bound: { x: -1 } }, /--bound/],
    [{ timeout: Number.NaN }, /--timeout takes a number of seconds/],
    [{ property: 'p' }, /--property takes a list/],
    [{ deadlock: 'yes' }, /--deadlock is true or false/],
    [{ json: true }, /verify has no option json/],
    [{ maxProcs: 2 }, /--max-procs is for array-based systems/],
    [{ engine: 'explicit', method: 'ce' }, /--method is for the abstract engine/],
  ])('%j is refused', async (options, message) => {
    const asked = verify(spin, { ...options } as object);
    await expect(asked).rejects.toThrow(message);
    await expect(asked).rejects.toMatchObject({ name: 'FencepostError', reason: 'usage' });
  });

  it('that are null or undefined are not given', async () => {
    const report = await verify(sample('litmus/sb.fp'), { model: null, engine: undefined, procs: null });
    expect(report).toMatchObject({ model: 'sc', verdict: 'safe' });
  });

  it('are read as on a command line', async () => {
    const path = sample('litmus/mp.fp');
    const report = await verify(path, { model: 'pso', bound: { data: 2 }, invariant: ['data <= 42'] });
    expect(report.properties.map(({ name }) => name).length).toBe(2);
    expect(report.verdict).toBe('unsafe');
  });
});

describe('inputs', () => {
  it('keep the language that they were loaded in', async () => {
    const subject = await load({ name: 'spin', text: spin.text }, { lang: 'fp' });
    expect(subject).toMatchObject({ kind: 'program', language: 'fp' });
    expect((await verify(subject, { engine: 'explicit', timeout: 0.1 })).reason).not.toBe('input');
  });

  it.each([undefined, null, 5, {}, { text: 'x' }, { text: 5, name: 'a.fp' }, { name: 'a.fp' }])(
    '%j is none, and neither is it a file to compare',
    async (input: unknown) => {
      for (const call of [verify, load, (one: unknown) => untyped(compare, [one])])
        await expect(untyped(call, input)).rejects.toMatchObject({ name: 'FencepostError', reason: 'usage' });
    },
  );

  it('are no options, and `compare` takes a list', async () => {
    const path = sample('litmus/sb.fp');
    await expect(untyped(verify, path, null)).rejects.toMatchObject({ reason: 'usage' });
    await expect(untyped(verify, path, { signal: 5 })).rejects.toMatchObject({ reason: 'usage' });
    await expect(untyped(compare, path)).rejects.toMatchObject({ reason: 'usage' });
  });

  it('that are wrong are told in a report, or thrown where there is none', async () => {
    const wrong = { name: 'wrong.fp', text: 'shared int x = y;\n' };
    const report = await verify(wrong);
    expect(report).toMatchObject({ verdict: null, reason: 'input', file: 'wrong.fp' });
    expect(toText(report)).toMatch(/wrong\.fp:1:16: error: /);
    for (const call of [load(wrong), transform(wrong, { to: 'fp' })])
      await expect(call).rejects.toMatchObject({ reason: 'input' });
    await expect(load(sample('nowhere.fp'))).rejects.toBeInstanceOf(FencepostError);
    expect(await check(sample('nowhere.bl'))).toMatchObject({ verdict: null, reason: 'input' });
    expect(await abstract(wrong)).toMatchObject({ text: null, report: { reason: 'input' } });
  });

  it('that are loaded tell what they state', async () => {
    const kinds = await Promise.all(
      ['litmus/sb.fp', 'boolean/test-and-set.bl', 'arrays/mutex.cub'].map(async (path) => load(sample(path))),
    );
    expect(kinds.map(({ kind, properties }) => [kind, properties.length])).toEqual([
      ['program', 1],
      ['boolean', 1],
      ['array', 1],
    ]);
  });
});

describe('calls', () => {
  it('end when they are told to', async () => {
    const controller = new AbortController();
    const asked = verify(spin, { engine: 'explicit', signal: controller.signal });
    controller.abort();
    expect(await asked).toMatchObject({ verdict: 'unknown', reason: 'interrupted' });
    const transformed = transform(spin, { to: 'fp', model: 'tso', signal: AbortSignal.abort() });
    await expect(transformed).rejects.toMatchObject({ reason: 'interrupted' });
  });

  it('do not disturb each other', async () => {
    const asked = ['mutex/peterson.fp', 'mutex/dekker.fp', 'litmus/sb.fp', 'litmus/mp.fp'].flatMap((path) =>
      ['sc', 'tso', 'pso'].map((model) => ({ path: sample(path), model })),
    );
    const essence = async ({ path, model }: (typeof asked)[number]): Promise<unknown> => {
      const { verdict, properties, stats, trace } = await verify(path, { model, bound: 2 });
      return { verdict, properties, trace, states: stats.states };
    };
    const together = await Promise.all(asked.map(essence));
    const alone: unknown[] = [];
    for (const each of asked) alone.push(await essence(each));
    expect(JSON.stringify(together, numbers)).toBe(JSON.stringify(alone, numbers));
  });
});

const numbers = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);
