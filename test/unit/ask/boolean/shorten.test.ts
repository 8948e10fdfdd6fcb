import { describe, expect, it } from '@jest/globals';
import { toSystem } from '../../../../src/lang/boolean/to-system/to-system.js';
import { confirm } from '../../../../src/evidence/replay.js';
import type { Execution } from '../../../../src/lang/run/execution.js';
import type { BooleanProgram } from '../../../../src/lang/boolean/boolean-program.js';
import { Machine } from '../../../../src/memory/machine.js';
import type { MemoryModel } from '../../../../src/memory/model.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { confirmed } from '../../../../src/ask/boolean/check-confirm.js';
import { shortened } from '../../../../src/ask/boolean/check-shorten.js';
import { blProgram, decide, noLimits } from '../../../support/boolean/decide-bl.js';
import { interpret } from '../../../support/boolean/boolean-interpreter.js';
import { exploreBoolean } from '../../../support/boolean/boolean-systems.js';
import { Random, booleanOptions, generateBoolean } from '../../../support/boolean/generate-boolean.js';

/** A run of a generated program that violates its property, if it has one. */
async function found(
  program: BooleanProgram,
  semantics: 'three-valued' | 'concrete',
  model: MemoryModel,
): Promise<Execution | null> {
  if (semantics === 'three-valued') {
    const { verdict } = await decide(program);
    return verdict.kind === 'unsafe' ? toSystem(program).executionOf(verdict.run) : null;
  }
  const [verdict] = (await exploreBoolean(program, model)).result.verdicts.values();
  return verdict?.kind === 'unsafe' ? verdict.execution : null;
}

describe('executions of generated programs', () => {
  it.each([
    { semantics: 'three-valued', model: sc, seeds: 150, leastShorter: 1 },
    { semantics: 'concrete', model: tso, seeds: 80, leastShorter: 0 },
  ] as const)('stay real and get short: $semantics', async ({ semantics, model, seeds, leastShorter }) => {
    const tally = { shorter: 0, all: 0 };
    for (let seed = 0; seed < seeds; seed++) {
      const program = generateBoolean(new Random(seed), booleanOptions);
      if (interpret(program, 2_000)?.violated !== true) continue;
      const execution = await found(program, semantics, model);
      const { property, system } = toSystem(program);
      if (execution === null || property === null) continue;
      const machine = new Machine(system, model);
      const { steps } = shortened(machine, execution, property);
      const violates = (some: Execution['steps']): boolean =>
        confirm(machine, { ...execution, steps: some }, property).kind === 'accepted';
      expect({ seed, violates: violates(steps) }).toEqual({ seed, violates: true });
      if (property.kind !== 'invariant') continue;
      const threads = [...new Set(steps.map((s) => s.thread))].filter((t) => t !== 0);
      const less = [
        ...steps.map((_, end) => steps.slice(0, end)),
        ...threads.map((t) => steps.filter((s) => s.thread !== t)),
      ];
      expect({ seed, shorter: less.filter(violates) }).toEqual({ seed, shorter: [] });
      tally.all++;
      if (steps.length < execution.steps.length) tally.shorter++;
    }
    expect(tally.all).toBeGreaterThan(10);
    expect(tally.shorter).toBeGreaterThanOrEqual(leastShorter);
  });

  it('come back as they are if shortening would take too long', async () => {
    const program = blProgram(`shared X; local t;
init 1: nop;
process 1 1: store X = 1; 2: nop;
process 2 1: t = 1; 2: nop;
assert always X == 0;`);
    const { verdict } = await decide(program);
    if (verdict.kind !== 'unsafe') throw new Error('the program is unsafe');
    const lowered = toSystem(program);
    const { system, property } = lowered;
    if (property === null) throw new Error('the program has a property');
    const execution = lowered.executionOf(verdict.run);
    const machine = new Machine(system, sc);
    expect(shortened(machine, execution, property, 100)).toBe(execution);
    // One step of the initialisation, one of process 1.
    expect(shortened(machine, execution, property).steps).toHaveLength(2);
  });
});

describe('confirming a violation', () => {
  it('stops when the time is up', async () => {
    const stores = Array.from({ length: 600 }, (_, i) => `${i + 10}: store X = ${(i + 1) % 2};`).join('\n');
    const program = blProgram(`shared X, Z; local;
init 1: nop;
process 1 ${stores}
1000: store Z = 1;
1001: nop;
assert always Z == 0;`);
    const { verdict } = await decide(program);
    if (verdict.kind !== 'unsafe') throw new Error('the program is unsafe');
    const lowered = toSystem(program);
    const execution = lowered.executionOf(verdict.run);
    const late = confirmed(program, lowered, sc, execution, { ...noLimits, deadline: 0 });
    expect(late).toMatchObject({ kind: 'unknown', reason: 'timeout' });
    expect(confirmed(program, lowered, sc, execution, noLimits)).toMatchObject({ kind: 'unsafe', line: 605 });
  });
});
