import { describe, expect, it } from '@jest/globals';
import { lowerBooleanText } from '../../../../../src/lang/boolean/lower-text.js';
import { printBooleanText } from '../../../../../src/lang/boolean/print.js';
import { raise } from '../../../../../src/lang/boolean/raise.js';
import { DiagnosticBag } from '../../../../../src/diagnostics/diagnostic.js';
import type { BooleanProgram } from '../../../../../src/lang/boolean/boolean-program.js';
import { allOf, literal } from '../../../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../../../src/lang/boolean/boolean-formula.js';
import { interpret } from '../../../../support/boolean/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../../support/boolean/generate-boolean.js';

describe('infeasible cubes in the text of a program', () => {
  it('exclude what they exclude in the program, though each step assumes few of them', () => {
    const count = { cut: 0, restricted: 0, compared: 0 };
    for (let seed = 1; seed <= 250; seed++) {
      const random = new Random(seed);
      const plain = generateBoolean(random, booleanOptions);
      const program = { ...plain, infeasible: someCubes(random, plain) };
      const before = interpret(program, 3000);
      if (before === null || before.states === 0) continue;
      const text = raise(program);
      const after = interpret(lowerBooleanText(text, 'again', new DiagnosticBag()), 100_000);
      if (after === null) continue;
      count.compared++;
      const { violated, astray, begins, ends } = after;
      expect({ seed, violated, astray, begins, ends }).toMatchObject({
        ...{ seed, violated: before.violated, astray: before.astray },
        ...{ begins: before.begins, ends: before.ends },
      });
      const without = interpret(plain, 3000);
      if (without === null || without.states > before.states) count.cut++;
      const assumed = new Set(printBooleanText(text).match(/assume\(!.*/g));
      if (assumed.size > 1) count.restricted++;
    }
    expect(Math.min(count.cut, count.restricted, count.compared)).toBeGreaterThan(30);
  });
});

function someCubes(random: Random, { variables }: BooleanProgram): readonly Formula[] {
  const shared = variables.filter(({ thread }) => thread === null);
  return Array.from({ length: random.between(1, 3) }, () =>
    allOf(
      Array.from({ length: random.between(1, 2) }, () => literal(random.pick(shared).id, random.chance(0.6))),
    ),
  );
}
