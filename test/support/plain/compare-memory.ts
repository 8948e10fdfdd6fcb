import { toAutomata } from '../../../passes/pipelines.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import { Machine } from '../../../src/memory/machine.js';
import { replay } from '../../../src/evidence/replay.js';
import type { Program, Property } from '../../../src/lang/program/program.js';
import { Cells } from '../../../src/lang/program/system.js';
import type { System } from '../../../src/lang/program/system.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { getOrFail } from '../../../src/support/invariant.js';
import { exploreEverything } from './exhaustive.js';

export interface MemoryComparison {
  /** What is wrong, in sentences; empty: all agrees. */
  readonly complaints: readonly string[];
  /** A model had more states than the plain exploration is given; nothing is said about the program. */
  readonly capped: boolean;
  /** TSO has a final state that SC lacks; PSO one that TSO lacks. */
  readonly tsoAdds: boolean;
  readonly psoAdds: boolean;
  /** TSO has a final state that its under-approximation lacks. */
  readonly tso1Lacks: boolean;
}

const tso1 = tsoN(1);
const models = [sc, tso, pso, tso1, tsoN(2, 'own')];

/**
 * Two independent executions of the memory models on one program: the explicit engine on the final automata, and the
 * replayer's machine, driven through everything, on the automata right after lowering. They must agree on final states,
 * violated properties and deadlocks, the engine's counterexamples must replay, and stronger models must do no more.
 */
export async function compareMemory(program: Program, maxStates: number): Promise<MemoryComparison> {
  const complaints: string[] = [];
  const finalsOf = new Map<MemoryModel, ReadonlySet<string>>();
  for (const model of models) {
    const lowered = runPipeline(toAutomata, program, { procs: null, model });
    const plain = exploreEverything(new Machine(lowered.reference, model), maxStates);
    if (plain === null)
      return { complaints: [], capped: true, tsoAdds: false, psoAdds: false, tso1Lacks: false };
    finalsOf.set(model, plain.finals);
    for (const reductions of [true, false]) {
      const engine = await runEngine(lowered.system, model, reductions);
      const where = `${model.name}${reductions ? '' : ' (no reductions)'}`;
      complaints.push(...differences(where, 'final states', plain.finals, engine.finals));
      const violated = new Set([...plain.violated, ...(plain.deadlocks ? ['deadlock'] : [])]);
      complaints.push(...differences(where, 'violated properties', violated, engine.violated));
      for (const { property, execution } of engine.executions) {
        const replayed = replay(new Machine(lowered.reference, model), lowered.mapBack(execution), property);
        if (replayed.kind === 'rejected')
          complaints.push(`${where}: ${property.name} does not replay: ${replayed.why}`);
      }
    }
  }
  const finals = (model: MemoryModel): ReadonlySet<string> => getOrFail(finalsOf, model);
  complaints.push(
    ...extras('sc has what tso lacks', finals(sc), finals(tso)),
    ...extras('tso has what pso lacks', finals(tso), finals(pso)),
    ...extras('sc has what tso1 lacks', finals(sc), finals(tso1)),
    ...extras('tso1 has what tso lacks', finals(tso1), finals(tso)),
  );
  return {
    complaints,
    capped: false,
    tsoAdds: [...finals(tso)].some((f) => !finals(sc).has(f)),
    psoAdds: [...finals(pso)].some((f) => !finals(tso).has(f)),
    tso1Lacks: [...finals(tso)].some((f) => !finals(tso1).has(f)),
  };
}

async function runEngine(system: System, model: MemoryModel, reductions: boolean) {
  const cells = new Cells(system.shared);
  const observed = [
    ...cells.all().map((cell) => ({ kind: 'cell' as const, cell })),
    ...system.locals.filter((v) => !v.temporary).map((v) => ({ kind: 'local' as const, local: v.id })),
  ];
  const properties: readonly Property[] = [...system.properties, { kind: 'deadlock', name: 'deadlock' }];
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const result = await exploreExplicit(
    { system, model, properties, limits, progress: () => undefined },
    { bound: null, havocRange: null, reductions, collectFinals: observed },
  );
  const executions = properties.flatMap((property) => {
    const verdict = getOrFail(result.verdicts, property.name);
    return verdict.kind === 'unsafe' ? [{ property, execution: verdict.execution }] : [];
  });
  // A final state is written as by exploreEverything.
  const keyOf = (values: readonly bigint[]): string =>
    `${values.slice(0, cells.count).join(',')};${values.slice(cells.count).join(',')}`;
  return {
    finals: new Set([...result.finals].map(keyOf)),
    violated: new Set(executions.map((e) => e.property.name)),
    executions,
  };
}

function differences(
  where: string,
  what: string,
  plain: ReadonlySet<string>,
  engine: ReadonlySet<string>,
): string[] {
  return [
    ...extras(`${where}: ${what} that only the plain semantics has`, plain, engine),
    ...extras(`${where}: ${what} that only the engine has`, engine, plain),
  ];
}

function extras(heading: string, these: ReadonlySet<string>, those: ReadonlySet<string>): string[] {
  const missing = [...these].filter((item) => !those.has(item));
  return missing.length === 0 ? [] : [`${heading}: ${missing.slice(0, 5).join('  ')}`];
}
