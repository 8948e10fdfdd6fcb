import { describe, expect, it } from '@jest/globals';
import { lowerBooleanText } from '../../../../../src/lang/boolean/lower-text.js';
import { raiseWithMap } from '../../../../../src/lang/boolean/raise.js';
import { tracedBack } from '../../../../../src/lang/boolean/trace-back.js';
import { DiagnosticBag } from '../../../../../src/diagnostics/diagnostic.js';
import { decide } from '../../../../support/boolean/decide-bl.js';
import { mayFail, statesAfter } from '../../../../support/boolean/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../../support/boolean/generate-boolean.js';

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
