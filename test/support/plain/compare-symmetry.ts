import { toAutomata, toRuns } from '../../../passes/pipelines.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitResult, RunVerdict } from '../../../src/engines/explicit/explore.js';
import { checkTemporal } from '../../../src/engines/ltl/check.js';
import type { LtlResult } from '../../../src/engines/ltl/check.js';
import { findGroups } from '../../../src/engines/shared/symmetry/find-groups.js';
import type { ThreadGroup } from '../../../src/engines/shared/symmetry/thread-group.js';
import { replayLasso } from '../../../src/evidence/replay-lasso.js';
import { fairnessNamed } from '../../../src/memory/fairness.js';
import type { FairnessName } from '../../../src/memory/fairness.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import { replay } from '../../../src/evidence/replay.js';
import type { Program, Property } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { askedOf } from '../../../src/engines/shared/symmetry/like-threads.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at, getOrFail } from '../../../src/support/invariant.js';
import { allPermutations, orbitsOf } from './orbits.js';
import { reachedStates } from './exhaustive.js';

export interface SymmetryComparison {
  /** What is wrong, in sentences; empty: all agrees. */
  readonly complaints: readonly string[];
  /** Members of groups, together. */
  readonly members: number;
  /** States without and with symmetry, each with all values of locals kept; null: there are too many to look at. */
  readonly counts: {
    readonly all: number;
    readonly settled: number;
    /** As many as there are, by trying all permutations. */
    readonly orbits: number;
  } | null;
}

const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/**
 * The explicit engine with and without symmetry: same verdicts, same labels reached, shortest runs of the same length, which
 * replay; and no fewer states than there are orbits, counted by the plain semantics.
 */
export async function compareSymmetry(
  program: Program,
  model: MemoryModel,
  most: number,
): Promise<SymmetryComparison> {
  const lowered = runPipeline(toAutomata, program, { procs: null, model });
  const { system } = lowered;
  const properties: readonly Property[] = [...system.properties, { kind: 'deadlock', name: 'deadlock' }];
  const run = (symmetric: boolean, reductions: boolean, inTurns = false): Promise<ExplicitResult> =>
    exploreExplicit(
      { system, model, properties, limits, progress: () => undefined },
      {
        ...{ bound: null, havocRange: null, reductions, collectFinals: null },
        ...(symmetric ? { symmetry: { exact: false } } : {}),
        ...(inTurns ? { reducing: { beyond: 0 } } : {}),
      },
    );
  const { groups } = findGroups(system, askedOf(properties));
  const members = groups.reduce((sum, { threads }) => sum + threads.length, 0);
  const complaints: string[] = [];
  let counts: SymmetryComparison['counts'] = null;
  for (const reductions of [true, false]) {
    const [plain, settled] = [await run(false, reductions), await run(true, reductions)];
    const machine = new Machine(lowered.reference, model);
    for (const property of properties) {
      const [own, other] = [plain, settled].map(({ verdicts }) => getOrFail(verdicts, property.name));
      if (own === undefined || other === undefined) continue;
      if (areOpposed(own, other))
        complaints.push(`${property.name}: ${own.kind}, with symmetry ${other.kind}`);
      if (own.kind !== 'unsafe' || other.kind !== 'unsafe') continue;
      const replayed = replay(machine, lowered.mapBack(other.execution), property);
      if (replayed.kind !== 'accepted') complaints.push(`${property.name} does not replay: ${replayed.why}`);
      const [shortest, length] = [own.execution.steps.length, other.execution.steps.length];
      if (!hasSections(system) && shortest !== length)
        complaints.push(`${property.name}: ${shortest} steps, with symmetry ${length}`);
    }
    complaints.push(...reachedOnlyBy(system, groups, plain, settled));
    if (settled.stats.states > plain.stats.states)
      complaints.push(`${plain.stats.states} states, with symmetry ${settled.stats.states}`);
    if (!reductions) counts = countsOf(system, model, groups, { plain, settled }, most);
  }
  // With partial orders reduced as well a run need not be the shortest.
  const [plain, both] = [await run(false, true), await run(true, true, true)];
  const machine = new Machine(lowered.reference, model);
  for (const property of properties) {
    const [own, other] = [plain, both].map(({ verdicts }) => getOrFail(verdicts, property.name));
    if (own === undefined || other === undefined) continue;
    if (areOpposed(own, other))
      complaints.push(`${property.name}: ${own.kind}, with symmetry and partial orders ${other.kind}`);
    if (other.kind !== 'unsafe') continue;
    const replayed = replay(machine, lowered.mapBack(other.execution), property);
    if (replayed.kind !== 'accepted') complaints.push(`${property.name} does not replay: ${replayed.why}`);
  }
  complaints.push(...reachedOnlyBy(system, groups, plain, both));
  if (counts !== null && counts.settled < counts.orbits)
    complaints.push(`${counts.orbits} orbits, but ${counts.settled} states were visited`);
  return { complaints, members, counts };
}

/** The same of temporal properties, whose counterexamples are runs that repeat. Fairness, where it is `flush`, follows buffers. */
export async function compareTemporalSymmetry(
  program: Program,
  model: MemoryModel,
  fairnessName: FairnessName,
): Promise<readonly string[]> {
  const lowered = runPipeline(toRuns(model), program, { procs: null, model });
  const { system } = lowered;
  const properties = system.properties.filter(isTemporal);
  const fairness = fairnessNamed(fairnessName);
  const run = (symmetric: boolean): Promise<LtlResult> =>
    checkTemporal(
      { system, model, properties, limits, progress: () => undefined },
      { bound: null, havocRange: null, fairness, ...(symmetric ? { symmetry: { exact: false } } : {}) },
    );
  const [plain, settled] = [await run(false), await run(true)];
  const machine = new Machine(lowered.reference, model);
  return properties.flatMap((property) => {
    const [own, other] = [plain, settled].map(({ verdicts }) => getOrFail(verdicts, property.name));
    if (own === undefined || other === undefined) return [];
    if (own.kind !== other.kind) return [`${property.name}: ${own.kind}, with symmetry ${other.kind}`];
    if (other.kind !== 'unsafe') return [];
    const lasso = { stem: lowered.mapBack(other.execution), cycle: [] };
    const whole = lowered.mapBack({ ...other.execution, steps: [...other.execution.steps, ...other.cycle] });
    const cycle = whole.steps.slice(lasso.stem.steps.length);
    const replayed = replayLasso(machine, { stem: lasso.stem, cycle }, property, fairness);
    return replayed.kind === 'accepted' ? [] : [`${property.name} does not replay: ${replayed.why}`];
  });
}

/** How much more is searched after a violation depends on how much was before, and so may what is known in the end. */
function areOpposed(own: RunVerdict, other: RunVerdict): boolean {
  const isLost = (verdict: RunVerdict): boolean =>
    verdict.kind === 'unknown' && verdict.reason === 'after-violation';
  return own.kind !== other.kind && !isLost(own) && !isLost(other);
}

const hasSections = ({ threads }: System): boolean =>
  threads.some(({ locations }) => locations.some(({ atomic }) => atomic));

/** With symmetry a place counts as reached that the like of a thread reached: no place may be missing. */
function reachedOnlyBy(
  { threads }: System,
  groups: readonly ThreadGroup[],
  plain: ExplicitResult,
  settled: ExplicitResult,
): readonly string[] {
  const isExact = groups.every(({ startsAlike }) => startsAlike) && plain.incomplete === null;
  return threads.flatMap(({ id, name, locations }) =>
    locations.flatMap((location) => {
      // Inside sections tests may have been made in another order.
      if (location.atomic) return [];
      const [was, is] = [at(at(plain.reached, id), location.id), at(at(settled.reached, id), location.id)];
      const isWrong = isExact ? was !== is : was && !is && plain.incomplete === null;
      return isWrong ? [`${name} at ${location.id}: reached ${was}, with symmetry ${is}`] : [];
    }),
  );
}

function countsOf(
  system: System,
  model: MemoryModel,
  groups: readonly ThreadGroup[],
  { plain, settled }: { readonly plain: ExplicitResult; readonly settled: ExplicitResult },
  most: number,
): SymmetryComparison['counts'] {
  if (plain.incomplete !== null || plain.stats.states > most) return null;
  const machine = new Machine(system, model);
  const reached = reachedStates(machine, 20 * most);
  const states = reached.filter((state) => machine.atomicThread(state) === null);
  if (reached.length >= 20 * most || states.length !== plain.stats.states) return null;
  return {
    all: plain.stats.states,
    settled: settled.stats.states,
    orbits: orbitsOf(states, system, model, allPermutations(groups)),
  };
}
