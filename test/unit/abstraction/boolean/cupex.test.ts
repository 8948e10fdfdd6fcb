import { expect, it } from '@jest/globals';
import { withCounters, withShapes } from '../../../../passes/pipelines.js';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import type { CommandProgram } from '../../../../src/abstraction/command-program.js';
import { extrapolateCubes, guardCubes } from '../../../../src/abstraction/extrapolate/cubes.js';
import { extrapolate } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import type { ExtrapolationRequest } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import type { Predicate } from '../../../../src/abstraction/predicate.js';
import { lowerBooleanText } from '../../../../src/lang/boolean/lower-text.js';
import { printBooleanText } from '../../../../src/lang/boolean/print.js';
import { raise } from '../../../../src/lang/boolean/raise.js';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import type { BooleanProgram } from '../../../../src/lang/boolean/boolean-program.js';
import { pso } from '../../../../src/memory/pso.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import { getOrFail } from '../../../../src/support/invariant.js';
import { authorsProgram } from '../../../support/synthesis/authors-program.js';
import { decide, verdictText } from '../../../support/boolean/decide-bl.js';
import { abstraction } from '../../../support/boolean/boolean-abstraction.js';
import type { Abstraction, AbstractionSetting } from '../../../support/boolean/boolean-abstraction.js';
import { propertiesOf } from '../../../support/abstraction/lazy-agreement.js';
import { withFences } from '../../../support/synthesis/orig-fences.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';
import { everyNth } from '../../../support/thorough.js';

const folder = corpusFolder('cupex');
const names = ['dekker', 'peterson', 'abp', 'szymanski', 'queue', 'bakery', 'ticket'] as const;

/** Cubes of more than one literal in a proof under SC; paper 003 has 0, 2, 5, 1, 50, 161 and 134. */
const scCubes = new Map<string, number>([
  ...([
    ['dekker', 0],
    ['peterson', 2],
    ['abp', 8],
    ['szymanski', 1],
  ] as const),
  ...([
    ['queue', 40],
    ['bakery', 161],
    ['ticket', 130],
  ] as const),
]);

/** Those that come of them; the paper has 99, 422 and 622 for the last three. */
const inputCubes = new Map<string, number>([
  ...([
    ['dekker', 0],
    ['peterson', 2],
    ['abp', 8],
    ['szymanski', 1],
  ] as const),
  ['queue', 79],
  ['bakery', 422],
  ['ticket', 602],
]);

interface Task {
  readonly commands: CommandProgram;
  readonly request: ExtrapolationRequest;
  readonly predicates: readonly Predicate[];
  readonly properties: readonly string[];
}

const models = { sc, tso, pso };

/** Under SC sections are not joined: what the proof says between their statements is wanted. */
function taskOf(name: string, rules: 'sc' | 'tso' | 'pso', encoding: 'shapes' | 'counters'): Task {
  const model = models[rules];
  const buffers = { model, bound: { all: 1 } };
  const whole = (encoding === 'shapes' ? withShapes : withCounters)(model);
  const pipeline = rules === 'sc' ? { ...withCounters(sc), onSystem: [] } : whole;
  const { system, reference } = runPipeline(
    pipeline,
    authorsProgram(folder, name, rules === 'sc' ? undefined : withFences),
    {
      ...{ procs: null, model, buffers },
    },
  );
  const request = { system, source: reference, predicates: system.predicates, rules, room: 1 };
  return {
    ...{ commands: toCommands(system), request, predicates: extrapolate(request) },
    properties: propertiesOf(system),
  };
}

const build = (
  { commands, predicates, properties }: Task,
  setting: Partial<AbstractionSetting>,
): Promise<Abstraction> => abstraction(commands, predicates, { properties, maxCube: 4, ...setting });

function programOf({ result }: Abstraction): BooleanProgram {
  if (result === null) throw new Error('nothing stops it');
  return result.program;
}

/** By way of the text, as verify does it. */
async function verdict(made: Abstraction): Promise<string> {
  const read = lowerBooleanText(raise(programOf(made)), 'again', new DiagnosticBag());
  return verdictText(await decide(read));
}

describeOver(folder)("the authors' programs as Boolean programs (needs $FENCEPOST_CORPUS)", () => {
  it.each(names)('%s is proved under SC with the cubes of the paper', async (name) => {
    const made = await build(taskOf(name, 'sc', 'shapes'), {});
    expect(await verdict(made)).toBe('safe');
    expect(made.result?.cubesUsed).toBe(getOrFail(scCubes, name));
    expect(made.counts.smtCalls).toBeLessThan(1600);
  });

  it.each(['dekker', 'peterson', 'abp', 'queue'])('%s is the same by the enumeration', async (name) => {
    const task = taskOf(name, 'sc', 'shapes');
    const fast = await build(task, { maxCube: 3 });
    const inc = await build(task, { maxCube: 3, strategy: 'inc' });
    expect(printBooleanText(raise(programOf(inc)))).toBe(printBooleanText(raise(programOf(fast))));
    expect(inc.counts.smtCalls).toBeGreaterThan(5 * fast.counts.smtCalls);
  });

  it.each(everyNth(names, 2))('%s with fences is safe by extrapolated predicates (pe)', async (name) => {
    for (const rules of ['tso', 'pso'] as const) {
      const made = await build(taskOf(name, rules, 'shapes'), {});
      expect(await verdict(made)).toBe('safe');
      expect(made.counts.smtCalls).toBeLessThan(25_000);
    }
  });

  it.each(everyNth(names, 2))('%s with fences is safe by extrapolated cubes (ce)', async (name) => {
    const proof = taskOf(name, 'sc', 'shapes');
    const { result, counts } = await build(proof, { forget: false });
    const input = new Set<number>();
    for (const encoding of ['shapes', 'counters'] as const) {
      for (const rules of ['tso', 'pso'] as const) {
        const task = taskOf(name, rules, encoding);
        const lifted = extrapolateCubes(task.request, result?.proof ?? [], proof.predicates, task.predicates);
        const candidates = [...lifted, ...guardCubes(task.request.system, task.predicates)];
        const made = await build(task, { candidates });
        expect(await verdict(made)).toBe('safe');
        expect(made.counts.smtCalls + counts.smtCalls).toBeLessThan(12_000);
        input.add(lifted.length);
      }
    }
    expect([...input]).toEqual([getOrFail(inputCubes, name)]);
  });
});
