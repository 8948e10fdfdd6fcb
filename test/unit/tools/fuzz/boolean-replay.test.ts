import { describe, expect, it } from '@jest/globals';
import { generatedBy } from '../../../../src/diagnostics/span.js';
import type {
  BooleanProgram,
  BooleanThread,
  BooleanValue,
} from '../../../../src/lang/boolean/boolean-program.js';
import type { BooleanStep } from '../../../../src/lang/boolean/boolean-run.js';
import { anyTruth, literal, no, yes } from '../../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../../src/lang/boolean/boolean-formula.js';
import { booleanId, commandId, locationId } from '../../../../src/lang/expr/ids.js';
import { objection } from '../../../support/boolean/boolean-replay.js';

const span = generatedBy('test', null);
const x = booleanId(0);
const y = booleanId(1);

/** A thread of one command after the other, the locations between them atomic where asked for. */
function thread(
  name: string,
  steps: readonly { readonly guard?: Formula; readonly target?: typeof x; readonly value?: BooleanValue }[],
  atomic = false,
): BooleanThread {
  const place = (i: number) => ({
    ...{ id: locationId(i), label: i === steps.length ? null : i, astray: false, source: null, span },
    atomic: atomic && i > 0 && i < steps.length,
  });
  return {
    name,
    locations: [...steps.keys(), steps.length].map(place),
    commands: steps.map(({ guard = yes, target = x, value }, i) => ({
      ...{
        id: commandId(i),
        from: locationId(i),
        to: locationId(i + 1),
        guard,
        fence: false,
        text: '',
        span,
      },
      updates: value === undefined ? [] : [{ target, value }],
    })),
    entry: locationId(0),
    end: locationId(steps.length),
    span,
  };
}

const formula = (f: Formula): BooleanValue => ({ kind: 'formula', formula: f });
const either: BooleanValue = { kind: 'choose', yes: no, no };

/** `x` becomes anything; then, in one section, `y = x` if `*` and a step without effect; thread 2 does nothing. */
const program: BooleanProgram = {
  name: 'test',
  variables: ['x', 'y'].map((name, i) => ({
    ...{ id: booleanId(i), name, thread: null, meaning: null, digit: null },
  })),
  threads: [
    thread('init', [{ value: either }]),
    thread('1', [{ guard: anyTruth, target: y, value: formula(literal(x)) }, {}], true),
    thread('2', [{}]),
  ],
  infeasible: [],
  property: { kind: 'always', condition: literal(y, false), span },
};

const step = (
  at: number,
  command: number,
  values: readonly boolean[] = [],
  anys: readonly boolean[] = [],
): BooleanStep => ({ thread: at, command: commandId(command), anys, values });

const good = [step(0, 0, [true]), step(1, 0, [true], [true]), step(1, 1)];
const why = (steps: readonly BooleanStep[], changed: Partial<BooleanProgram> = {}): string | null =>
  objection({ ...program, ...changed }, { steps });

describe('the replayer of Boolean runs', () => {
  it('accepts a run to a violation', () => {
    expect(why(good)).toBeNull();
  });

  it('wants a violation at the end, outside a section', () => {
    expect(why(good.slice(0, 1))).toBe('the property is not violated at the end');
    expect(why(good.slice(0, 2))).toBe('the property is not violated at the end');
    const property = { kind: 'final', condition: no, span } as const;
    expect(why(good, { property })).toBe('the property is not violated at the end');
    expect(why([...good, step(2, 0)], { property })).toBeNull();
  });

  it('refuses values and choices that the program does not give', () => {
    expect(why([step(0, 0, [false]), ...good.slice(1)])).toBe('step 2: update 1 gives another value');
    expect(why([step(0, 0, [true]), step(1, 0, [true], [false])])).toBe('step 2: the guard does not hold');
    expect(why([step(0, 0, [true], [true])])).toBe('step 1: there are more choices than `*`');
    expect(why([step(0, 0)])).toBe('step 1: there are not as many values as updates');
    const both: BooleanValue = { kind: 'choose', yes, no: yes };
    const threads = [thread('init', [{ value: both }])];
    expect(why([step(0, 0, [true])], { threads })).toBe('step 1: no value is possible for update 1');
  });

  it('refuses steps of threads whose turn it is not', () => {
    expect(why([step(1, 0, [false], [true])])).toBe('step 1: the initialisation runs first, and alone');
    expect(why([step(0, 0, [true]), step(1, 1)])).toBe('step 2: the command begins elsewhere');
    expect(why([...good.slice(0, 2), step(2, 0)])).toBe('step 3: another thread is in an atomic section');
  });

  it('refuses infeasible states, but not in the middle of a section', () => {
    expect(why(good, { infeasible: [literal(y)] })).toBe('step 3: it leads to an infeasible state');
  });
});
