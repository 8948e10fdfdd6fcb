import { describe, expect, it } from '@jest/globals';
import type { BooleanProgram } from '../../../../src/lang/boolean/boolean-program.js';
import { describeBoolean } from '../../../../tools/fuzz/boolean-describe.js';
import { shrunk } from '../../../../tools/fuzz/boolean-shrink.js';
import { interpret } from '../../../support/boolean/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../support/boolean/generate-boolean.js';

const isUnsafe = (program: BooleanProgram): Promise<boolean> =>
  Promise.resolve(interpret(program, 2_000)?.violated === true);

const sizeOf = ({ threads }: BooleanProgram): number =>
  threads.reduce((sum, { commands }) => sum + commands.length, 0);

async function someUnsafe(): Promise<BooleanProgram> {
  for (let seed = 1; ; seed++) {
    const program = generateBoolean(new Random(seed), booleanOptions);
    if (sizeOf(program) > 20 && (await isUnsafe(program))) return program;
  }
}

describe('making a program smaller', () => {
  it('keeps what it is asked to keep, and little else', async () => {
    const small = await shrunk(await someUnsafe(), isUnsafe);
    expect(await isUnsafe(small)).toBe(true);
    expect(describeBoolean(small).trimEnd().split('\n').at(-1)).toBe('always false');
    expect(sizeOf(small)).toBe(0);
  });

  it('keeps the commands that matter, under numbers that are their places', async () => {
    const program = await someUnsafe();
    const [target] = program.variables;
    const sets = (p: BooleanProgram): boolean =>
      p.threads.some(({ commands }) =>
        commands.some(({ updates }) => updates.some((u) => u.target === target?.id)),
      );
    const small = await shrunk(program, async (p) => sets(p) && (await isUnsafe(p)));
    expect(sizeOf(small)).toBe(1);
    expect(small.threads.every(({ commands }) => commands.every(({ id }, i) => id === i))).toBe(true);
  });
});
