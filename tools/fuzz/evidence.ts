import { plainAutomata } from '../../passes/plain-automata.js';
import { Unsupported } from '../../src/diagnostics/diagnostic.js';
import { printProgram } from '../../src/lang/program/print.js';
import type { Program } from '../../src/lang/program/program.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { pso } from '../../src/memory/pso.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { tsoN } from '../../src/memory/tso-n.js';
import { runPipeline } from '../../src/pass/run-pipeline.js';
import { compareCover, notCompared } from '../../test/support/evidence/compare-cover.js';
import type {
  CoverCheckerUnderTest,
  CoverComparison,
  CoverComparisonScope,
} from '../../test/support/evidence/compare-cover.js';
import { shrinkProgram } from '../../test/support/generate/shrink-program.js';
import { watchedProgram } from '../../test/support/por/watched-program.js';
import { Random } from '../../test/support/random.js';

const models: readonly MemoryModel[] = [sc, tso, pso, tsoN(1)];

export interface EvidenceTally {
  compared: number;
  capped: number;
  states: number;
  plainSets: number;
  sets: number;
  /** Those that have several parts. */
  joined: number;
  damaged: number;
  damagedAccepted: number;
  readonly complaints: { readonly seed: number; readonly about: string; readonly program: Program }[];
}

/** Invariants of generated programs, as they are and damaged, against all their runs. */
export async function tallyEvidence(
  count: number,
  firstSeed: number,
  check?: CoverCheckerUnderTest,
  scope?: CoverComparisonScope,
): Promise<EvidenceTally> {
  const tally: EvidenceTally = {
    ...{ compared: 0, capped: 0, states: 0, plainSets: 0, sets: 0, joined: 0 },
    ...{ damaged: 0, damagedAccepted: 0, complaints: [] },
  };
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const program = watchedProgram(new Random(seed));
    for (const model of models) {
      const found = await comparedUnder(program, model, seed, check, scope);
      if (found.capped) tally.capped++;
      else tally.compared++;
      if (found.isJoined) tally.joined++;
      for (const name of ['states', 'plainSets', 'sets', 'damaged', 'damagedAccepted'] as const)
        tally[name] += found[name];
      for (const about of found.complaints)
        tally.complaints.push({ seed, about: `${model.name}: ${about}`, program });
    }
  }
  return tally;
}

async function comparedUnder(
  program: Program,
  model: MemoryModel,
  seed: number,
  check?: CoverCheckerUnderTest,
  scope?: CoverComparisonScope,
): Promise<CoverComparison> {
  try {
    const { system } = runPipeline(plainAutomata, program, { procs: 2, model });
    return await compareCover(system, model, new Random(seed), check, scope);
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return notCompared;
  }
}

export async function fuzzEvidence(count: number, seed: number): Promise<boolean> {
  const tally = await tallyEvidence(count, seed);
  const [first] = tally.complaints;
  if (first !== undefined) {
    const isWrong = async (candidate: Program): Promise<boolean> => {
      for (const model of models)
        if ((await comparedUnder(candidate, model, first.seed)).complaints.length > 0) return true;
      return false;
    };
    const small = await shrinkProgram(first.program, isWrong);
    process.stdout.write(`seed ${first.seed}: ${first.about}\n${printProgram(small)}\n`);
  }
  const { compared, capped, states, plainSets, sets, joined, damaged, damagedAccepted, complaints } = tally;
  process.stdout.write(
    [
      `invariants compared: ${compared} (and ${capped} with too many states)`,
      `states: ${states}, told as ${plainSets} sets, and as ${sets} by parts (${joined} invariants have several)`,
      `damaged invariants: ${damaged}, of which ${damagedAccepted} still prove what they did`,
      `disagreements: ${complaints.length}`,
      '',
    ].join('\n'),
  );
  return complaints.length === 0;
}
