import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { printArraySystem } from '../../../../src/lang/arrays/print-array-system.js';
import { root } from '../../../support/golden.js';
import { Random } from '../../../support/random.js';
import { generatedSystem } from './generated-system.js';
import { spanless, systemOf, systemsIn } from './read-system.js';

describe('a printed system is the same again', () => {
  it.each(systemsIn(join(root, 'test', 'golden', 'cub')))('%s', (_, text) => {
    const system = systemOf(text);
    const printed = printArraySystem(system);
    expect(spanless(systemOf(printed))).toBe(spanless(system));
    expect(printArraySystem(systemOf(printed))).toBe(printed);
  });

  it('for generated systems', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const system = generatedSystem(new Random(seed));
      const printed = printArraySystem(system);
      expect(spanless(systemOf(printed))).toBe(spanless(system));
      expect(printArraySystem(systemOf(printed))).toBe(printed);
    }
  });
});
