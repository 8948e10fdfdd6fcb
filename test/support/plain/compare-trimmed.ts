import { toAutomata } from '../../../passes/pipelines.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitResult } from '../../../src/engines/explicit/explore.js';
import { replay } from '../../../src/evidence/replay.js';
import { binary, int, shared } from '../../../src/lang/expr/expr.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Program, Property } from '../../../src/lang/program/program.js';
import { lengthOf } from '../../../src/lang/program/system.js';
import type { System } from '../../../src/lang/program/system.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import type { SystemPass } from '../../../src/pass/pass.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { span } from '../generate/generate-values.js';
import type { Random } from '../random.js';

export interface TrimmedComparison {
  readonly complaints: readonly string[];
  /** Arrays that have become shorter. */
  readonly trimmed: number;
  /** Too many states. */
  readonly capped: boolean;
}

/** Properties look at no cell behind this one. */
const farthest = 20;

/**
 * The program with arrays that are long enough to be trimmed, and invariants that look at cells which perhaps nothing else
 * touches. What was out of bounds may be within.
 */
export function withLongArrays(program: Program, random: Random): Program {
  const vars = program.shared.map((variable) => {
    const { shape, init } = variable;
    if (shape.kind !== 'array' || init.kind === 'cells') return variable;
    return { ...variable, shape: { ...shape, length: shape.length + random.between(65, 70) } };
  });
  const far = vars
    .filter(({ shape, type }) => shape.kind === 'array' && shape.length > farthest && type.kind !== 'bool')
    .map(({ id }): Property => ({
      kind: 'invariant',
      name: `far_${id}`,
      formula: binary('<=', shared(id, int(random.below(farthest))), int(random.below(3))),
      span,
    }));
  return { ...program, shared: vars, properties: [...program.properties, ...far] };
}

/**
 * All states with the arrays as they are and as the pass leaves them: the same verdicts by as many states, and runs that are led
 * back are runs.
 */
export async function compareTrimmed(
  program: Program,
  model: MemoryModel,
  pass: SystemPass,
): Promise<TrimmedComparison> {
  const { reference } = runPipeline(toAutomata, program, { procs: null, model });
  const { system, mapBack } = pass.run(reference, { procs: null, model });
  const trimmed = system.shared.filter(
    (variable) => lengthOf(variable) < lengthOf(at(reference.shared, variable.id)),
  ).length;
  if (trimmed === 0) return { complaints: [], trimmed, capped: false };
  const properties: readonly Property[] = [
    ...reference.properties.filter((p) => !isTemporal(p) && p.name !== 'deadlock'),
    { kind: 'deadlock', name: 'deadlock' },
  ];
  const [whole, short] = [
    await explored(reference, model, properties),
    await explored(system, model, properties),
  ];
  if (whole.incomplete?.reason === 'memory' || short.incomplete?.reason === 'memory')
    return { complaints: [], trimmed, capped: true };
  const machine = new Machine(reference, model);
  const complaints = properties.flatMap((property) => {
    const [own, other] = [whole, short].map(({ verdicts }) => verdicts.get(property.name));
    if (own?.kind !== other?.kind) return [`${property.name}: ${own?.kind}, trimmed ${other?.kind}`];
    if (other?.kind !== 'unsafe') return [];
    const replayed = replay(machine, mapBack(other.execution), property);
    return replayed.kind === 'accepted' ? [] : [`${property.name} does not replay: ${replayed.why}`];
  });
  const [all, now] = [whole.stats.states, short.stats.states];
  return {
    complaints: all === now ? complaints : [...complaints, `${all} states, trimmed ${now}`],
    trimmed,
    capped: false,
  };
}

function explored(
  system: System,
  model: MemoryModel,
  properties: readonly Property[],
): Promise<ExplicitResult> {
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: 0.5 };
  return exploreExplicit(
    { system, model, properties, limits, progress: () => undefined },
    { bound: { all: 2 }, havocRange: { lo: 0n, hi: 1n }, reductions: true, collectFinals: null },
  );
}
