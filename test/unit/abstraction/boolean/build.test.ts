import { describe, expect, it } from '@jest/globals';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import type { Built } from '../../../../src/abstraction/boolean/boolean-request.js';
import { printBooleanText } from '../../../../src/lang/boolean/print.js';
import { raise } from '../../../../src/lang/boolean/raise.js';
import { allOf, literal, no, yes } from '../../../../src/lang/boolean/boolean-formula.js';
import type { BooleanCommand, BooleanValue } from '../../../../src/lang/boolean/boolean-program.js';
import { booleanId } from '../../../../src/lang/expr/ids.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import type { MemoryModel } from '../../../../src/memory/model.js';
import { at } from '../../../../src/support/invariant.js';
import { decide, noLimits, verdictText } from '../../../support/boolean/decide-bl.js';
import { abstraction, built } from '../../../support/boolean/boolean-abstraction.js';
import type { AbstractionSetting } from '../../../support/boolean/boolean-abstraction.js';
import { encoded } from '../../../support/plain/encoded.js';
import { given, propertiesOf } from '../../../support/abstraction/lazy-agreement.js';
import { parseFp } from '../../../support/parse-fp.js';

function programOf(text: string, model: MemoryModel = sc) {
  const { system } = encoded(parseFp(text), { model, bound: { all: 1 } }, 'shapes');
  return {
    commands: toCommands(system),
    predicates: system.predicates.map(given),
    properties: propertiesOf(system),
  };
}

async function build(
  text: string,
  setting: Partial<AbstractionSetting> = {},
  model: MemoryModel = sc,
): Promise<Built> {
  const { commands, predicates, properties } = programOf(text, model);
  return built(commands, predicates, { properties, ...setting });
}

const verdict = async (text: string, setting: Partial<AbstractionSetting> = {}, model: MemoryModel = sc) =>
  verdictText(await decide((await build(text, setting, model)).program));

/** The commands of a thread, by the text of what they do. */
const commandsOf = ({ program }: Built, thread: number, text: string): readonly BooleanCommand[] =>
  at(program.threads, thread).commands.filter((command) => command.text === text);

const valueOf = ({ updates }: BooleanCommand, predicate: number): BooleanValue | null =>
  updates.find(({ target }) => target === predicate)?.value ?? null;

const holds = (predicate: number, positive = true) => literal(booleanId(predicate), positive);

const counting = `
shared int x = 0;
thread P { local int r = 0; r = x; if (r < 2) { x = r + 1; } }
invariant small: x <= 2;
predicates { x <= 2; P.r < 2; P.r == x; x < 2; }`;

describe('a Boolean program', () => {
  it('has a guard that excludes what excludes the guard, and chooses what is implied together with it', async () => {
    const program = await build(counting);
    const [below] = commandsOf(program, 1, 'assume r < 2');
    expect(below?.updates).toEqual([]);
    expect(below?.guard).toEqual({
      kind: 'not',
      part: {
        kind: 'or',
        parts: [holds(1, false), allOf([holds(0, false), holds(2)]), allOf([holds(2), holds(3, false)])],
      },
    });
    const [store] = commandsOf(program, 1, 'store x = r + 1');
    if (store === undefined) throw new Error('there is a store');
    expect(valueOf(store, 0)).toMatchObject({
      kind: 'choose',
      yes: { parts: [holds(1), expect.anything()] },
    });
    expect(valueOf(store, 1)).toBeNull();
    expect(valueOf(store, 2)).toEqual({ kind: 'formula', formula: no });
  });

  it('begins with what the initial values say, and knows what is infeasible', async () => {
    const { program } = await build(counting);
    const [init] = at(program.threads, 0).commands;
    const value = (formula: typeof yes) => ({ kind: 'formula', formula });
    expect(init?.updates.map((u) => u.value)).toEqual([yes, yes, yes, yes].map(value));
    const left = counting.replace('r = 0', 'r').replace('shared int x = 0', 'shared int x');
    const [unknown] = at((await build(left)).program.threads, 0).commands;
    expect(unknown?.updates.map((u) => u.value.kind)).toEqual(['choose', 'choose', 'choose', 'choose']);
    expect(program.infeasible).toEqual([
      allOf([holds(0, false), holds(3)]),
      allOf([holds(0, false), holds(1), holds(2)]),
      allOf([holds(1), holds(2), holds(3, false)]),
      allOf([holds(1, false), holds(2), holds(3)]),
    ]);
  });

  it('proves, and finds violations', async () => {
    expect(await verdict(counting)).toBe('safe');
    expect(await verdict(counting.replace('small: x <= 2', 'small: x < 2'))).toBe('unsafe');
    expect(await verdict(counting.replace('P.r == x; ', '').replace('P.r < 2; ', ''))).toBe('unsafe');
  });

  it('can be traced to the commands of the program', async () => {
    const { commands } = programOf(counting);
    const program = await build(counting);
    for (const command of at(program.program.threads, 1).commands) {
      const own = program.commandOf(1, command.id);
      expect(at(commands.threads, 0).commands).toContainEqual(own);
      expect(own).toMatchObject({ from: command.from, to: command.to, span: command.span });
    }
    expect(program.commandOf(0, at(at(program.program.threads, 0).commands, 0).id)).toBeNull();
  });

  it('leaves out what can never be done', async () => {
    const text = 'shared int x = 0; thread P { if (x < 0 && x > 0) { x = 1; } } predicates { x == 0; }';
    expect(commandsOf(await build(text), 1, 'assume x < 0 && x > 0')).toEqual([]);
  });

  it('leads where nobody should be if a step violates a property', async () => {
    const text = `shared int x = 0;
      thread P { x = 1; assert one: x == 1; assert two: x == 2; }
      predicates { x == 1; x == 2; }`;
    expect(await verdict(text, { properties: ['one'] })).toBe('safe');
    expect(await verdict(text, { properties: ['two'] })).toBe('unsafe');
    const both = await build(text, { properties: ['one', 'two'] });
    expect(both.properties).toEqual(['one', 'two']);
    expect(both.program.property?.parts).toHaveLength(2);
  });

  it('goes astray where what comes next is not known', async () => {
    const text = `shared int x = 0, y = 0; thread P { x = 1; x = 2; }
      invariant untouched: y == 0;
      predicates { y == 0; }`;
    const { properties } = programOf(text, tso);
    const overflow = properties.filter((name) => name.startsWith('overflow'));
    expect(overflow).toHaveLength(1);
    const setting = { properties: ['untouched'], astray: overflow };
    expect(await verdict(text, setting, tso)).toBe('unknown: astray');
    expect(await verdict(text, setting)).toBe('safe');
  });

  it('reads a final property at the ends of all threads', async () => {
    const text = `shared int x = 0;
      thread P { x = 1; } thread Q { x = 2; }
      final done: x != 0;
      predicates { x == 0; }`;
    expect(await verdict(text)).toBe('safe');
    expect(await verdict(text.replace('final', 'invariant'))).toBe('unsafe');
    expect(await verdict(text.replace('x != 0', 'x == 0'))).toBe('unsafe');
  });

  it('is empty where nothing is initial', async () => {
    const text = 'shared int[0..3] x = 5; thread P { x = 1; } invariant none: x == 9; predicates { x == 9; }';
    const { commands, predicates } = programOf(text.replace('= 5', ''));
    const { program } = await built({ ...commands, initial: [at(predicates, 0).formula] }, predicates, {
      properties: ['none'],
    });
    expect(verdictText(await decide(program))).toBe('unknown: vacuous');
  });

  it('stops when the time is up', async () => {
    const { commands, predicates, properties } = programOf(counting);
    const limits = { ...noLimits, deadline: performance.now() - 1 };
    const { stopped } = await abstraction(commands, predicates, { properties, limits });
    expect(stopped).toBe('timeout');
  });

  it('forgets what is dead, if asked', async () => {
    const text = counting.replace('invariant small', 'thread Q { x = 0; }\n invariant small');
    const [store] = commandsOf(await build(text, { forget: true }), 1, 'r = x');
    expect(store).toBeDefined();
    const last = commandsOf(await build(text, { forget: true }), 1, 'store x = r + 1')[0];
    const kept = commandsOf(await build(text), 1, 'store x = r + 1')[0];
    if (last === undefined || kept === undefined) throw new Error('there are stores');
    expect(valueOf(last, 2)).toEqual({ kind: 'choose', yes: no, no });
    expect(valueOf(kept, 2)).toEqual({ kind: 'formula', formula: no });
  });

  it('as a text', async () => {
    const text = `shared int x = 0; thread P { L: atomic { if (x < 1) { x = x + 1; } } }
      invariant some: P at L || x == 1;
      predicates { x == 0; x == 1; }`;
    const { program } = await build(text);
    expect(printBooleanText(raise(program))).toBe(`shared B0, B1;
local old_B0;

init
1: begin_atomic;

/* update predicate - B0: x == 0 */
3: store B0 = 1;

/* update predicate - B1: x == 1 */
4: store B1 = 0;
5: assume(!(B0 != 0 && B1 != 0));
2: end_atomic;

process 1
4: assume(B1 == 0 || B0 == 0);

/* Statement: assume x < 1; store x = x + 1 | assume !(x < 1) */
1: begin_atomic;
6: if (*) goto 5;
7: assume(B1 == 0);
8: load old_B0 = B0;

/* update predicate - B0: x == 0 */
9: store B0 = choose(false, old_B0 != 0);

/* update predicate - B1: x == 1 */
10: store B1 = choose(old_B0 != 0, old_B0 == 0);
11: assume(!(B0 != 0 && B1 != 0));
12: if (true) goto 3;
5: nop;
13: assume(B0 == 0);
14: assume(!(B0 != 0 && B1 != 0));
3: end_atomic;
2: assume(false);

assert always (B1 != 0 || (pc{1} == 1 || pc{1} == 4));
`);
  });
});
