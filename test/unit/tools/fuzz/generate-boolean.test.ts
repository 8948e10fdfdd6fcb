import { describe, expect, it } from '@jest/globals';
import type { BooleanProgram } from '../../../../src/lang/boolean/boolean-program.js';
import { variablesOf } from '../../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../../src/lang/boolean/boolean-formula.js';
import { at } from '../../../../src/support/invariant.js';
import { interpret } from '../../../support/boolean/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../support/boolean/generate-boolean.js';

const programs = Array.from({ length: 300 }, (_, seed) => generateBoolean(new Random(seed), booleanOptions));

describe('generated Boolean programs', () => {
  it('are the same for the same seed', () => {
    expect(generateBoolean(new Random(7), booleanOptions)).toEqual(programs[7]);
  });

  it('read and write shared variables and the own locals alone', () => {
    expect(programs.flatMap(strangers)).toEqual([]);
  });

  it('have every label once in a thread, and nothing after the end', () => {
    for (const { threads } of programs) {
      for (const { locations, commands, end } of threads) {
        const labels = locations.flatMap(({ label }) => (label === null ? [] : [label]));
        expect(new Set(labels).size).toBe(labels.length);
        expect(commands.filter(({ from }) => from === end)).toEqual([]);
        expect(at(locations, end).atomic).toBe(false);
      }
    }
  });

  it('are of all kinds, small enough, about as often right as wrong, and rarely empty', () => {
    const found = programs.flatMap((program) => interpret(program, 5_000) ?? []);
    const share = (n: number): number => n / programs.length;
    const violated = found.filter((one) => one.violated).length;
    const has = (test: (program: BooleanProgram) => boolean): number => share(programs.filter(test).length);
    const commands = (program: BooleanProgram) => program.threads.flatMap((thread) => thread.commands);
    expect(share(found.length)).toBeGreaterThan(0.8);
    expect(violated / found.length).toBeGreaterThan(0.4);
    expect(violated / found.length).toBeLessThan(0.6);
    expect(share(found.filter((one) => !one.begins).length)).toBeLessThan(0.1);
    expect(has(({ infeasible }) => infeasible.length > 0)).toBeGreaterThan(0.05);
    expect(has(({ property }) => property?.kind === 'final')).toBeGreaterThan(0.1);
    expect(has((program) => commands(program).some(({ fence }) => fence))).toBeGreaterThan(0.05);
    expect(has((program) => commands(program).some(({ updates }) => updates.length > 1))).toBeGreaterThan(
      0.3,
    );
    expect(has((program) => program.threads.some(hasLoopInSection))).toBeGreaterThan(0.02);
  });
});

/** Mentions of other threads' locals. */
function strangers(program: BooleanProgram): readonly string[] {
  const found: string[] = [];
  const look = (thread: number, formula: Formula): void => {
    for (const variable of variablesOf(formula)) lookAt(thread, variable);
  };
  const lookAt = (thread: number, variable: number): void => {
    const { thread: owner, name } = at(program.variables, variable);
    if (owner !== null && owner !== thread) found.push(`${name} of ${owner} in thread ${thread}`);
  };
  for (const [thread, { commands }] of program.threads.entries()) {
    for (const { guard, updates } of commands) {
      look(thread, guard);
      for (const { target, value } of updates) {
        lookAt(thread, target);
        for (const part of value.kind === 'formula' ? [value.formula] : [value.yes, value.no])
          look(thread, part);
      }
    }
  }
  return found;
}

/** Whether some location can be come back to without leaving the section. */
function hasLoopInSection({ locations, commands }: BooleanProgram['threads'][number]): boolean {
  const inside = commands.filter(({ from, to }) => at(locations, from).atomic && at(locations, to).atomic);
  return inside.some(({ from, to }) => {
    const reached = new Set([to]);
    for (const place of reached) for (const edge of inside) if (edge.from === place) reached.add(edge.to);
    return reached.has(from);
  });
}
