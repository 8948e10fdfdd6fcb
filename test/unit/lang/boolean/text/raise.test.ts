import { describe, expect, it } from '@jest/globals';
import { printBooleanText } from '../../../../../src/lang/boolean/print.js';
import { raise } from '../../../../../src/lang/boolean/raise.js';
import { DiagnosticBag } from '../../../../../src/diagnostics/diagnostic.js';
import { Source, generatedBy } from '../../../../../src/diagnostics/span.js';
import { parseBl, readBl } from '../../../../../src/frontends/bl/read.js';
import type {
  BooleanCommand,
  BooleanLocation,
  BooleanProgram,
} from '../../../../../src/lang/boolean/boolean-program.js';
import { allOf, anyTruth, literal, negation, yes } from '../../../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../../../src/lang/boolean/boolean-formula.js';
import { booleanId, commandId, locationId } from '../../../../../src/lang/expr/ids.js';
import { decide, verdictText } from '../../../../support/boolean/decide-bl.js';
import { interpret } from '../../../../support/boolean/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../../support/boolean/generate-boolean.js';
import { sameButSpans } from './same-text.js';

const span = generatedBy('test', null);
const [a, b, flag] = [booleanId(0), booleanId(1), booleanId(2)];

const location = (
  id: number,
  label: number | null,
  more: Partial<BooleanLocation> = {},
): BooleanLocation => ({
  ...{ id: locationId(id), label, atomic: false, astray: false, source: null, span },
  ...more,
});

const command = (
  from: number,
  to: number,
  more: Partial<BooleanCommand> = {},
): Omit<BooleanCommand, 'id'> => ({
  ...{ from: locationId(from), to: locationId(to), guard: yes, updates: [], fence: false, text: '', span },
  ...more,
});

function program(
  locations: readonly BooleanLocation[],
  commands: readonly Omit<BooleanCommand, 'id'>[],
  condition: Formula,
  infeasible: readonly Formula[] = [],
): BooleanProgram {
  const nothing = { name: 'init', locations: [location(0, null)], commands: [], span };
  return {
    name: 'test',
    variables: [
      { id: a, name: 'a', thread: null, meaning: '(p = 0)', digit: null },
      { id: b, name: 'b.2', thread: null, meaning: null, digit: { of: 'b', weight: 2 } },
      { id: flag, name: 'goto', thread: 1, meaning: null, digit: null },
    ],
    threads: [
      { ...nothing, entry: locationId(0), end: locationId(0) },
      {
        name: '1',
        locations,
        commands: commands.map((each, i) => ({ ...each, id: commandId(i) })),
        entry: locationId(0),
        end: locationId(locations.length - 1),
        span,
      },
    ],
    infeasible,
    property: { kind: 'always', condition, span },
  };
}

const update = (target: typeof a, formula: Formula) =>
  ({ target, value: { kind: 'formula', formula } }) as const;

const at = (label: number): Formula => ({ kind: 'at', thread: 1, label });

/** The same program by way of its text. */
function again(original: BooleanProgram): BooleanProgram {
  const bag = new DiagnosticBag();
  const printed = printBooleanText(raise(original));
  const result = readBl(new Source('t.bl', printed), bag);
  if (result === null)
    throw new Error(
      `${bag
        .errors()
        .map(({ message }) => message)
        .join('; ')}\n${printed}`,
    );
  return result;
}

describe('a program and its text agree', () => {
  const violated = (each: BooleanProgram): boolean | undefined => interpret(each)?.violated;

  it.each<readonly [string, boolean, BooleanProgram]>([
    [
      'on an exchange, of which both halves read the state before',
      false,
      program(
        [location(0, 1), location(1, 2), location(2, null)],
        [
          command(0, 1, { updates: [update(a, yes)] }),
          command(1, 2, { updates: [update(a, literal(b)), update(b, literal(a))] }),
        ],
        negation(allOf([literal(a), literal(b)])),
      ),
    ],
    [
      'on where a thread is that comes back to its entry',
      false,
      program(
        [location(0, 5), location(1, null)],
        [command(0, 0), command(0, 1, { guard: literal(a) })],
        at(5),
      ),
    ],
    [
      'on two locations of one label',
      false,
      program(
        [location(0, 5), location(1, 5), location(2, 6), location(3, null)],
        [command(0, 1), command(1, 0), command(1, 2, { guard: literal(b) })],
        at(5),
      ),
    ],
    [
      'on a label that a thread gets to',
      true,
      program(
        [location(0, 5), location(1, 6), location(2, null)],
        [command(0, 1), command(0, 0)],
        negation(at(6)),
      ),
    ],
    [
      'on choices between commands, guards and dead ends',
      true,
      program(
        [location(0, 5), location(1, 6), location(2, 7, { atomic: true }), location(3, null)],
        [
          command(0, 1, { guard: literal(a) }),
          command(0, 2, { updates: [update(b, anyTruth)] }),
          command(0, 2, { guard: anyTruth, updates: [update(a, negation(literal(a)))] }),
          command(2, 0, { guard: literal(b, false) }),
        ],
        negation(at(6)),
      ),
    ],
    [
      'on infeasible states, of locals too',
      false,
      program(
        [location(0, 5), location(1, null)],
        [command(0, 1, { updates: [update(a, anyTruth), update(flag, anyTruth)] })],
        negation(allOf([literal(a), literal(flag)])),
        [allOf([literal(a), literal(flag)])],
      ),
    ],
  ])('%s', (_, expected, original) => {
    expect(violated(original)).toBe(expected);
    expect(violated(again(original))).toBe(expected);
  });

  it('if they are generated', () => {
    const count = { safe: 0, unsafe: 0 };
    for (let seed = 1; seed <= 60; seed++) {
      const original = generateBoolean(new Random(seed), booleanOptions);
      const before = interpret(original, 3000);
      if (before === null) continue;
      const after = interpret(again(original), 100_000);
      const { violated: wrong, astray, begins, ends } = before;
      expect({ seed, ...after }).toMatchObject({ seed, violated: wrong, astray, begins, ends });
      count[wrong ? 'unsafe' : 'safe']++;
    }
    expect(Math.min(count.safe, count.unsafe)).toBeGreaterThan(10);
  });
});

it('a raised text is the one that is read of what is printed', () => {
  for (let seed = 100; seed < 140; seed++) {
    const text = raise(generateBoolean(new Random(seed), booleanOptions));
    const bag = new DiagnosticBag();
    const read = parseBl(new Source('t.bl', printBooleanText(text)), bag);
    expect({ seed, same: sameButSpans(read, text), errors: bag.errors() }).toEqual({
      seed,
      same: true,
      errors: [],
    });
  }
});

it('a command is an atomic section, with the names of what it speaks of', () => {
  const original = program(
    [location(0, 1, { source: 'p = p + 1' }), location(1, null)],
    [
      command(0, 1, {
        guard: literal(flag),
        updates: [
          { target: a, value: { kind: 'choose', yes: literal(b), no: literal(a, false) } },
          update(b, negation(allOf([literal(a), literal(flag)]))),
        ],
      }),
    ],
    negation(at(1)),
    [allOf([literal(a), literal(b)])],
  );
  expect(printBooleanText(raise(original))).toBe(`shared a, b_2;
local goto_2, old_a;

init

process 1
3: assume(goto_2 != 0);

/* Statement: p = p + 1 */
1: begin_atomic;
4: assume(goto_2 != 0);
5: load old_a = a;

/* update predicate - a: (p = 0) */
6: store a = choose(b_2 != 0, old_a == 0);
7: store b_2 = choose(!(old_a != 0 && goto_2 != 0), old_a != 0 && goto_2 != 0);
8: assume(!(a != 0 && b_2 != 0));
2: end_atomic;

assert always (!(pc{1} == 1 || pc{1} == 3));
`);
});

it('a thread that waits first waits in its text, and is not taken for one that is stuck', async () => {
  const waiting = program([location(0, 1), location(1, null)], [command(0, 1, { guard: literal(a) })], yes);
  expect(verdictText(await decide(waiting))).toBe('safe');
  expect(verdictText(await decide(again(waiting)))).toBe('safe');
});
