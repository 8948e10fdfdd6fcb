import { describe, expect, it } from '@jest/globals';
import type { BooleanProgram } from '../../../../src/lang/boolean/boolean-program.js';
import { literal, yes } from '../../../../src/lang/boolean/boolean-formula.js';
import { booleanId } from '../../../../src/lang/expr/ids.js';
import { at } from '../../../../src/support/invariant.js';
import { noProof, unreachedLabels } from '../../../../src/lang/boolean/concrete-vacuity.js';
import { blProgram } from '../../../support/boolean/decide-bl.js';
import { exploreBoolean } from '../../../support/boolean/boolean-systems.js';
import { interpret } from '../../../support/boolean/boolean-interpreter.js';
import type { Interpreted } from '../../../support/boolean/boolean-interpreter.js';
import { BooleanAutomaton, span } from '../../../support/boolean/generate-boolean-automaton.js';
import { Random, booleanOptions, generateBoolean } from '../../../support/boolean/generate-boolean.js';

/** Whether a thread can leave its entry as far as the first command tells, and never does. */
function isStuck({ threads }: BooleanProgram, found: Interpreted, thread: number): boolean {
  const { commands, entry } = at(threads, thread);
  const free = commands.some(
    ({ from, to, guard, fence }) => from === entry && to !== entry && guard === yes && !fence,
  );
  return free && [...at(found.visited, thread)].every((place) => place === entry);
}

describe('generated programs', () => {
  it('are told to prove nothing exactly if they get nowhere', async () => {
    const tally = { vacuous: 0, fine: 0 };
    for (let seed = 0; seed < 150; seed++) {
      const program: BooleanProgram = {
        ...generateBoolean(new Random(seed), booleanOptions),
        property: null,
      };
      const found = interpret(program, 20_000);
      if (found === null) continue;
      const { result } = await exploreBoolean(program);
      const threads = [...program.threads.keys()].slice(1);
      const vacuous = !found.begins || threads.some((t) => isStuck(program, found, t));
      const reason = noProof(program, result.reached)?.reason ?? null;
      expect({ seed, reason }).toEqual({ seed, reason: vacuous ? 'vacuous' : null });
      tally[vacuous ? 'vacuous' : 'fine']++;
    }
    expect(tally.vacuous).toBeGreaterThan(3);
    expect(tally.fine).toBeGreaterThan(100);
  });
});

it('a jump astray is told with its label and its line', () => {
  const program = blProgram('shared x;\nlocal t;\ninit\nprocess 1\n1: nop;\n2: if (*) goto 7;\n');
  const everywhere = program.threads.map(({ locations }) => locations.map(() => true));
  expect(noProof(program, everywhere)).toEqual({
    reason: 'astray',
    detail: 'process 1 jumps to label 7, which it does not have (line 6)',
  });
});

describe('a label of the property', () => {
  it('is told if no thread gets there', async () => {
    const init = new BooleanAutomaton();
    init.step(init.entry, init.end);
    const one = new BooleanAutomaton();
    const never = one.place(false);
    one.step(one.entry, never, { guard: literal(booleanId(0)) });
    one.step(one.entry, one.end);
    one.step(never, one.end);
    const threads = [init.thread('init'), one.thread('1')];
    const label = at(at(threads, 1).locations, never).label ?? 0;
    const condition = { kind: 'not', part: { kind: 'at', thread: 1, label } } as const;
    const variables = [{ id: booleanId(0), name: 'X', thread: null, meaning: null, digit: null }];
    const property = { kind: 'always', condition, span } as const;
    const program = { name: 'test', variables, threads, infeasible: [], property };
    const { result } = await exploreBoolean(program);
    expect(unreachedLabels(program, result.reached).map((d) => d.message)).toEqual([
      `process 1 never reaches the label ${label}`,
    ]);
  });
});
