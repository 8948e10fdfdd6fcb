import { toTemplates } from '../../../passes/pipelines.js';
import { explore } from '../../../src/arrays/explore-arrays.js';
import { noLimits } from '../../../src/arrays/array-limits.js';
import type { ArrayLimits } from '../../../src/arrays/array-limits.js';
import { ArrayMachine } from '../../../src/arrays/array-machine.js';
import type { Limits } from '../../../src/search/limits.js';
import { checkBackward } from '../../../src/engines/mcmt/check.js';
import { Confirmer } from '../../../src/engines/mcmt/find-run.js';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { toArraySystem } from '../../../src/exporters/cub/to-array-system.js';
import type { Exported } from '../../../src/exporters/cub/to-array-system.js';
import { readCub } from '../../../src/frontends/cub/parse.js';
import type { ArraySystem } from '../../../src/lang/arrays/array-system.js';
import { printArraySystem } from '../../../src/lang/arrays/print-array-system.js';
import type { Program } from '../../../src/lang/program/program.js';
import { checkWeakRules } from '../../../src/lang/arrays/weak-rules.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { hasBuffers } from '../../../src/memory/model-questions.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';

export interface CubExport {
  readonly exported: Exported;
  /** As it is read from the text. */
  readonly system: ArraySystem;
}

/** What `transform --to cub` writes, read again as a file for TSO. Processes stay processes if `procs` is null. */
export function exportCub(program: Program, model: MemoryModel, procs: number | null = null): CubExport {
  const lowered = runPipeline(toTemplates(procs === null), program, { procs, model: sc });
  const isBuffered = hasBuffers(model);
  const exported = toArraySystem({
    program: lowered.program,
    system: lowered.system,
    procs: null,
    isBuffered,
  });
  const text = printArraySystem(exported.system);
  const bag = new DiagnosticBag();
  const system = readCub(new Source('export.cub', text), bag);
  if (system !== null) checkWeakRules(system, bag);
  if (system === null || bag.hasErrors)
    throw new Error(
      `the export is not read: ${bag
        .errors()
        .map((e) => e.message)
        .join('; ')}\n${text}`,
    );
  return { exported, system };
}

export type Explored = 'safe' | 'unsafe' | 'unknown';

/** What all reachable states say of each property. */
export async function exploredVerdicts(
  { exported, system }: CubExport,
  model: MemoryModel,
  procs: number | null = system.maxProcs,
  limits: Partial<ArrayLimits> = {},
): Promise<ReadonlyMap<string, Explored>> {
  if (procs === null) throw new Error('the export is for any number of processes');
  const all = { ...noLimits, maxStates: 300_000, ...limits };
  const { reached, missing } = await explore(new ArrayMachine(system, model, procs), { limits: all });
  const names = new Set(reached.map(({ target }) => `unsafe[${target.index + 1}]`));
  return new Map(
    exported.properties.map(({ name, clauses }) => {
      if (clauses.some((clause) => names.has(clause))) return [name, 'unsafe'];
      return [name, missing.size === 0 || clauses.length === 0 ? 'safe' : 'unknown'];
    }),
  );
}

/** What the backward engine says of each property, with runs that the plain semantics has. */
export async function backwardVerdicts(
  { exported, system }: CubExport,
  model: MemoryModel,
): Promise<ReadonlyMap<string, Explored>> {
  const limits: Limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const confirmer = new Confirmer(system, model, limits);
  const verdicts = new Map<string, Explored>();
  for (const { name, clauses } of exported.properties) {
    const asked = system.unsafe.flatMap((clause, i) => (clauses.includes(clause.name) ? [i] : []));
    const result = await checkBackward({
      ...{ system, tso: hasBuffers(model), clauses: asked, maxProcs: null, order: 'small', limits },
      ...{ brab: null, reduced: true, progress: () => undefined },
      confirm: (proof) => confirmer.confirm(proof),
    });
    const kinds = new Set(result.verdicts.map(({ kind }) => kind));
    verdicts.set(name, kinds.has('unsafe') ? 'unsafe' : kinds.has('unknown') ? 'unknown' : 'safe');
  }
  return verdicts;
}
