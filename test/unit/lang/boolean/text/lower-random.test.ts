import { expect, it } from '@jest/globals';
import { lowerBooleanText } from '../../../../../src/lang/boolean/lower-text.js';
import { printBooleanText } from '../../../../../src/lang/boolean/print.js';
import { raise } from '../../../../../src/lang/boolean/raise.js';
import { DiagnosticBag } from '../../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../../src/diagnostics/span.js';
import { parseBl } from '../../../../../src/frontends/bl/read.js';
import type { BooleanProgram } from '../../../../../src/lang/boolean/boolean-program.js';
import type { BooleanText } from '../../../../../src/lang/boolean/boolean-text.js';
import { interpret } from '../../../../support/boolean/boolean-interpreter.js';
import { Random } from '../../../../support/random.js';
import { generateText } from './generate-text.js';
import { sameButSpans } from './same-text.js';
import { interpretText } from './text-interpreter.js';
import type { TextBehaviour } from './text-interpreter.js';

const seeds = Array.from({ length: 400 }, (_, i) => i + 1);
const maxStates = 3000;

it('generated texts are read as they were printed', () => {
  for (const seed of seeds) {
    const text = generateText(new Random(seed));
    const printed = printBooleanText(text);
    const bag = new DiagnosticBag();
    const again = parseBl(new Source('generated.bl', printed), bag);
    expect({ printed, seed, errors: bag.sorted(), same: sameButSpans(again, text) }).toEqual({
      ...{ printed, seed, errors: [], same: true },
    });
  }
});

/** What is different between a text, its automata, and the text of these. */
function differences(
  text: BooleanText,
  program: BooleanProgram,
  behaviour: TextBehaviour,
): readonly string[] {
  const bag = new DiagnosticBag();
  const again = interpret(lowerBooleanText(raise(program), 'again', bag), 30 * maxStates);
  const automata = interpret(program);
  const { states: _states, outside: _outside, ...coarse } = behaviour;
  const complaints = [
    ...(sameIn(behaviour, automata) ? [] : ['the automata differ']),
    ...(again === null || sameIn(coarse, again) ? [] : ['the raised text differs']),
    ...bag.errors().map(({ message }) => message),
  ];
  return complaints.length === 0 ? [] : [...complaints, printBooleanText(text)];
}

const sameIn = (expected: object, found: object | null): boolean =>
  found !== null && sameButSpans({ ...found, ...expected }, found);

it('the automata of generated texts do what the texts say, state by state, and so do texts of automata', () => {
  const count = { compared: 0, violated: 0, astray: 0, numbers: 0, refused: 0 };
  for (const seed of seeds) {
    const text = generateText(new Random(seed));
    const bag = new DiagnosticBag();
    const program = lowerBooleanText(text, 'generated', bag);
    // A counter that grows.
    const isRefused = bag.errors().some(({ code }) => code === 'E501');
    const behaviour = isRefused ? null : interpretText(text, maxStates);
    expect(isRefused || !bag.hasErrors).toBe(true);
    expect(behaviour === null ? [] : differences(text, program, behaviour)).toEqual([]);
    if (isRefused) count.refused++;
    if (behaviour === null) continue;
    count.compared++;
    if (behaviour.violated) count.violated++;
    if (behaviour.astray) count.astray++;
    if (program.variables.some(({ digit }) => digit !== null)) count.numbers++;
  }
  // Otherwise the generator tests nothing.
  expect(count.compared).toBeGreaterThan(250);
  expect(count.violated).toBeGreaterThan(60);
  expect(count.compared - count.violated).toBeGreaterThan(60);
  expect(count.astray).toBeGreaterThan(5);
  expect(count.numbers).toBeGreaterThan(50);
  expect(count.refused).toBeGreaterThan(3);
});
