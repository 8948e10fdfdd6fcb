import { describe, expect, it } from '@jest/globals';
import type { BooleanProgram } from '../../../../src/lang/boolean/boolean-program.js';
import { blProgram, decide, objectionTo, verdictText } from '../../../support/boolean/decide-bl.js';
import { interpret } from '../../../support/boolean/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../support/boolean/generate-boolean.js';

/** Small programs made to go the ways of large ones: conditions in tables, valuations in many words. */
const tunings = [
  { inlineTerms: 0, wordBits: 2 },
  { inlineTerms: 1, wordBits: 3 },
  { inlineTerms: 2, wordBits: 32 },
];

describe('the ways of large programs', () => {
  it.each(tunings)('lead to the same verdicts: %j', async (tuning) => {
    const counts = { safe: 0, unsafe: 0, unknown: 0 };
    for (let seed = 0; seed < 150; seed++) {
      const program = generateBoolean(new Random(seed), booleanOptions);
      const plain = interpret(program, 5_000);
      if (plain === null) continue;
      const result = await decide(program, { tuning });
      counts[result.verdict.kind]++;
      // A program that gets nowhere violates nothing.
      const allowed = plain.violated ? ['unsafe'] : ['safe', 'unknown: vacuous'];
      expect({ seed, right: allowed.includes(verdictText(result)) }).toEqual({ seed, right: true });
      expect(objectionTo(program, result)).toBeNull();
    }
    expect(counts.safe).toBeGreaterThan(25);
    expect(counts.unsafe).toBeGreaterThan(40);
  });

  it('hold for programs of more variables than bits in a word', async () => {
    const text = wide(70);
    const { verdict, stats } = await decide(text);
    expect(verdict.kind).toBe('safe');
    expect(stats.states).toBeGreaterThan(1_500);
    expect(stats.tableBytes / stats.states).toBeLessThan(100);
  });
});

/** One thread shifts a bit through many variables, one looks whether two of them are ever set at once, one counts. */
function wide(variables: number): BooleanProgram {
  const names = Array.from({ length: variables }, (_, i) => `B${i}`);
  const label = (i: number): number => 10 + 2 * i;
  const moves = names.map((name, i) => {
    const next = names[(i + 1) % variables] ?? name;
    return `${label(i)}: store ${name} = 0;\n${label(i) + 1}: store ${next} = 1;`;
  });
  const two = names
    .map((name, i) => `(${name} != 0 && ${names[(i + 7) % variables] ?? name} != 0)`)
    .join(' || ');
  return blProgram(`shared ${names.join(', ')}, Seen, X, Y, Z;
local t, u;
init
1: store B0 = 1;
process 1
${moves.join('\n')}
9: if (true) goto 10;
process 2
1: u = *;
2: begin_atomic;
3: t = choose(false, true);
4: if (*) goto 6;
5: store Seen = choose(${two}, !(${two}));
6: end_atomic;
7: if (u != 0) goto 1;
8: if (true) goto 2;
process 3
1: store X = 1;
2: store Y = 1;
3: store Z = 1;
4: store X = 0;
5: store Y = 0;
6: store Z = 0;
7: if (true) goto 1;
assert always (Seen == 0 || (X == 0 && Y == 0 && Z == 0 && Y == 1));`);
}
