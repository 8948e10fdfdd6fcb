import { describe, expect, it } from '@jest/globals';
import { tallySugar } from '../../../support/language/compare-sugar.js';

describe('what stands for other constructs', () => {
  it('is what docs/language.md says that it is, under each model', async () => {
    const { capped, unsafe, states, complaints } = await tallySugar(30, 1);
    expect(complaints).toEqual([]);
    expect(capped).toBeLessThan(8);
    expect(unsafe).toBeGreaterThan(5);
    expect(states).toBeGreaterThan(10_000);
  });
});
