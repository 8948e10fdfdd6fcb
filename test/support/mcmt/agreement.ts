import { explore } from '../../../src/arrays/explore-arrays.js';
import type { ArrayExploration } from '../../../src/arrays/explore-arrays.js';
import { noLimits } from '../../../src/arrays/array-limits.js';
import { ArrayMachine } from '../../../src/arrays/array-machine.js';
import { mostFixed } from '../../../src/arrays/walk-system.js';
import { checkBackward } from '../../../src/engines/mcmt/check.js';
import type { Stage } from '../../../src/engines/mcmt/stages.js';
import type { BackwardVerdict } from '../../../src/engines/mcmt/request.js';
import type { ArraySystem } from '../../../src/lang/arrays/array-system.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { tso } from '../../../src/memory/tso.js';
import { at } from '../../../src/support/invariant.js';
import { Confirmer } from '../../../src/engines/mcmt/find-run.js';
import type { CubeProof } from '../../../src/lang/arrays/stated-cube.js';
import { checked, isAccepted } from './compare-cubes.js';

export interface AgreementOptions {
  /** Up to so many processes are explored. */
  readonly procs: number;
  readonly maxStates: number;
  readonly seconds: number;
  readonly brab: number | null;
  /** In the place of those that follow from `brab`. */
  readonly stages: readonly Stage[] | null;
}

export const agreementDefaults: AgreementOptions = {
  procs: 3,
  maxStates: 30_000,
  seconds: 5,
  brab: null,
  stages: null,
};

/** What the backward engine says of a clause against what exploring a few processes shows. */
export interface BackwardComparison {
  readonly verdict: BackwardVerdict['kind'];
  /** Why it says `unknown`. */
  readonly reason: string;
  /** What exploring all numbers of processes up to the limit shows; `open`: it came to no end, and shows nothing. */
  readonly explored: 'unsafe' | 'safe' | 'open';
  /** What is wrong. */
  readonly complaints: readonly string[];
}

/** The clauses of the system, each by itself. */
export async function compareBackward(
  system: ArraySystem,
  model: MemoryModel,
  options: Partial<AgreementOptions> = {},
): Promise<readonly BackwardComparison[]> {
  const all = { ...agreementDefaults, ...options };
  const explored = await explorations(system, model, all);
  const comparisons: BackwardComparison[] = [];
  for (const clause of system.unsafe.keys()) {
    comparisons.push(await compareClause(system, model, clause, explored, all));
  }
  return comparisons;
}

type Explorations = ReadonlyMap<number, ArrayExploration>;

const bufferBound = 3;

async function explorations(
  system: ArraySystem,
  model: MemoryModel,
  { procs, maxStates, seconds }: AgreementOptions,
): Promise<Explorations> {
  const found = new Map<number, ArrayExploration>();
  const most = Math.min(procs, system.maxProcs ?? procs);
  for (let n = Math.max(1, mostFixed(system)); n <= most; n++) {
    const limits = { ...noLimits, maxStates, deadline: performance.now() + seconds * 1000 };
    const machine = new ArrayMachine(system, model, n);
    found.set(n, await explore(machine, { limits, bufferBound, largestNumber: 9, stopAt: 'never' }));
  }
  return found;
}

async function compareClause(
  system: ArraySystem,
  model: MemoryModel,
  clause: number,
  explored: Explorations,
  options: AgreementOptions,
): Promise<BackwardComparison> {
  const limits = {
    signal: new AbortController().signal,
    deadline: performance.now() + options.seconds * 1000,
    memoryMB: null,
  };
  const confirmer = new Confirmer(system, model, limits);
  const runs: number[] = [];
  const { verdicts, proof: shown } = await checkBackward({
    system,
    tso: model === tso,
    clauses: [clause],
    maxProcs: null,
    order: 'small',
    brab: options.brab,
    ...(options.stages === null ? {} : { stages: options.stages }),
    reduced: true,
    limits,
    progress: () => undefined,
    confirm: async (proof) => {
      const confirmed = await confirmer.confirm(proof);
      if (confirmed === 'run') runs.push(confirmer.runTo(proof.clause)?.machine.procs ?? proof.procs);
      return confirmed;
    },
  });
  const verdict = at(verdicts, 0);
  const violated = [...explored].filter(([, e]) => e.reached.some(({ target }) => target.index === clause));
  const isComplete = [...explored.values()].every(({ missing }) => missing.size === 0);
  return {
    verdict: verdict.kind,
    reason: verdict.kind === 'unknown' ? verdict.reason : '',
    explored: violated.length > 0 ? 'unsafe' : isComplete ? 'safe' : 'open',
    complaints: [
      ...complaintsOf(
        system,
        verdict,
        violated.map(([n]) => n),
        runs,
        explored,
      ),
      ...(verdict.kind === 'safe' ? complaintsOfProof(system, model, clause, shown) : []),
    ],
  };
}

/** Whoever knows no engine has to come to the same. */
function complaintsOfProof(
  system: ArraySystem,
  model: MemoryModel,
  clause: number,
  proof: CubeProof | null,
): readonly string[] {
  if (proof === null) return ['safe, and nothing shows it'];
  const check = checked(system, model, proof, [at(system.unsafe, clause)]);
  return isAccepted(check) ? [] : [`safe, but what shows it is rejected: ${check.reason ?? ''}`];
}

function complaintsOf(
  system: ArraySystem,
  verdict: BackwardVerdict,
  violated: readonly number[],
  runs: readonly number[],
  explored: Explorations,
): readonly string[] {
  const [fewest] = violated;
  if (verdict.kind === 'safe') {
    return fewest === undefined ? [] : [`safe, but ${fewest} processes reach it`];
  }
  if (verdict.kind === 'unsafe') {
    const [procs] = runs;
    if (procs === undefined) return ['unsafe without a run'];
    const same = explored.get(procs);
    const refuted = same?.missing.size === 0 && !violated.includes(procs);
    return refuted ? [`unsafe with ${procs} processes, which reach it nowhere`] : [];
  }
  if (verdict.reason === 'timeout') return [];
  // With every process in every cube universal guards are exact.
  const isExact = mostFixed(system) > 0 && mostFixed(system) === system.maxProcs;
  return isExact ? [`unknown (${verdict.reason}: ${verdict.detail}), but all processes are known`] : [];
}
