import { describe, expect, it } from '@jest/globals';
import { lowerBooleanText } from '../../../../src/boolean/lower.js';
import { raiseWithMap } from '../../../../src/boolean/raise.js';
import { tracedBack } from '../../../../src/boolean/trace-back.js';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { decide } from '../../../support/bl.js';
import { mayFail, statesAfter } from '../../../support/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../support/generate-boolean.js';

describe('runs of the text of a program', () => {
  it('are led back to runs of the program that violate its property too', async () => {
    let violations = 0;
    for (let seed = 1; seed <= 250; seed++) {
      const program = generateBoolean(new Random(seed), booleanOptions);
      const raised = raiseWithMap(program);
      const read = lowerBooleanText(raised.text, 'again', new DiagnosticBag());
      const { verdict } = await decide(read);
      if (verdict.kind !== 'unsafe') continue;
      violations++;
      const commands = tracedBack(raised, read, verdict.run);
      expect(statesAfter(program, commands).some((state) => mayFail(program, state))).toBe(true);
    }
    expect(violations).toBeGreaterThan(30);
  });
});
