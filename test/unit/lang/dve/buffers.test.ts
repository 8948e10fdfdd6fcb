import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag, Unsupported } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import type { DveBufferSpec } from '../../../../src/lang/dve/buffers/spec.js';
import { leastWeakShare, tallyDve } from '../../../../tools/fuzz/dve.js';
import { golden } from '../../../support/golden.js';
import { parseDve, writeDve } from '../../../support/dve-text.js';

const tso1: DveBufferSpec = {
  ...{ model: 'tso1', order: 'fifo', limit: { kind: 'waits', entries: 1 } },
  ...{ atomicWaits: 'all', isAtomic: () => false },
};

/** Fig. 1 of paper 004 becomes Fig. 4, but for names; the two transitions that it leaves out for brevity cannot be. */
golden('dve-buffers', 'dve', (source) => {
  const text = writeDve(source, tso1);
  const bag = new DiagnosticBag();
  if (parseDve(new Source('written.dve', text), bag) === null) bag.throwIfErrors();
  return text;
});

describe('store buffers in a DiVinE model', () => {
  const model = (transitions: string): Source =>
    new Source(
      'model.dve',
      `byte x, y, a[2]; process P { byte i; state q; init q; trans ${transitions}; } system async;`,
    );
  const written = (transitions: string, spec: Partial<DveBufferSpec> = {}): string =>
    writeDve(model(transitions), { ...tso1, ...spec });

  it('have a transition for each way to read, but for ways that cannot be', () => {
    const count = (text: string): number => text.split('q -> q {').length - 1;
    expect(count(written('q -> q { effect i = x + y; }'))).toBe(4);
    expect(count(written('q -> q { effect i = x + x; }'))).toBe(2);
    expect(count(written('q -> q { effect y = x + y; }'))).toBe(2);
  });

  it('say of atomic writes that they wait, and go to memory', () => {
    const isAtomic: DveBufferSpec['isAtomic'] = (process, title, variable) =>
      `${process}.${title} ${variable}` === 'P.q->q#2 x';
    const text = written('q -> q { effect x = 1; }, q -> q { effect x = y, y = 2; }', { isAtomic });
    expect(text).toContain('effect sb_x_P = 1,');
    expect(text).toContain('guard not i_x_P and not i_y_P;\n      effect x = y, sb_y_P = 2,');
  });

  it('look at an index where it is used, and not at cells that there are not', () => {
    expect(written('q -> q { guard i < 2 and a[i] == 1; }')).toContain(
      'guard not (i < 2 and i_a_P[i]) and (i < 2 and a[i] == 1);',
    );
    expect(written('q -> q { effect i = i + 1, x = a[i]; }')).toContain(
      'i + 1 & 255) < 2 and i_a_P[i + 1 & 255])',
    );
  });

  it('fail an assertion of their own where a bound is reached', () => {
    const text = written('q -> q { effect x = 1, y = 2; }', { limit: { kind: 'overflows', entries: 2 } });
    expect(text).toContain('assert q0: not overflowed;');
    expect(text).toContain('(tail_P + 3 - head_P) % 3 <= 0');
    const never = written('q -> q { effect x = 1, y = 2; }', { limit: { kind: 'overflows', entries: 1 } });
    expect(never).toContain('q -> q { effect overflowed = 1; }');
  });

  it('are refused where what is written depends on the run', () => {
    expect(() => written('q -> q { effect a[i] = 1, a[0] = 2; }')).toThrow(Unsupported);
    expect(() => written('q -> q { effect a[a[0] % 2] = 1; }')).toThrow(Unsupported);
    expect(() => written('q -> q { effect x = a[y / i]; }')).toThrow(Unsupported);
    const foreign = `byte x, y, a[2]; process Q { byte z[4]; state q; init q; }
      process P { byte i; state q; init q; trans q -> q { effect x = a[Q->z[y / i]]; }; } system async;`;
    expect(() => writeDve(new Source('model.dve', foreign), tso1)).toThrow('divides by what may be 0');
  });
});

it('models do what their text says, under every memory model, also with their buffers written out', async () => {
  const tally = await tallyDve(20, 1);
  expect(tally.complaints).toEqual([]);
  expect(tally.weak).toBeGreaterThanOrEqual(20 * leastWeakShare);
});
