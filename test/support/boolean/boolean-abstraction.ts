import { buildBooleanProgram } from '../../../src/abstraction/boolean/build-boolean.js';
import type { Built } from '../../../src/abstraction/boolean/boolean-request.js';
import type { CommandProgram } from '../../../src/abstraction/command-program.js';
import { typesOf } from '../../../src/abstraction/commands/command-variables.js';
import { CandidateCubes } from '../../../src/abstraction/cubes/candidate-cubes.js';
import type { CubeCode } from '../../../src/abstraction/cubes/literals.js';
import { Clock } from '../../../src/abstraction/clock.js';
import { SearchedCubes } from '../../../src/abstraction/cubes/searched-cubes.js';
import type { CubeStrategy } from '../../../src/abstraction/cubes/asked-cubes.js';
import type { Predicate } from '../../../src/abstraction/predicate.js';
import type { Limits } from '../../../src/search/limits.js';
import { openSmt } from '../../../src/smt/session.js';
import type { SmtCounts, SolverChoice } from '../../../src/smt/smt.js';
import { InternalError } from '../../../src/support/invariant.js';
import { noLimits } from './decide-bl.js';

export interface AbstractionSetting {
  readonly properties: readonly string[];
  readonly astray?: readonly string[];
  readonly maxCube?: number;
  readonly maxInfeasible?: number;
  readonly strategy?: CubeStrategy;
  /** Cubes to choose from, in place of all up to a size. */
  readonly candidates?: readonly CubeCode[];
  readonly forget?: boolean;
  readonly solver?: SolverChoice;
  readonly limits?: Limits;
}

export interface Abstraction {
  /** Null: stopped by the limits. */
  readonly result: Built | null;
  readonly stopped: string | null;
  readonly counts: SmtCounts;
  readonly infeasible: number;
}

/** The Boolean program of a program, by its own solver. */
export async function abstraction(
  program: CommandProgram,
  predicates: readonly Predicate[],
  setting: AbstractionSetting,
): Promise<Abstraction> {
  const { properties, astray = [], maxCube = 3, maxInfeasible = maxCube, candidates, forget } = setting;
  const { strategy = 'fast', solver = 'auto', limits = noLimits } = setting;
  const smt = openSmt({ solver, typeOf: typesOf(program) });
  try {
    const options = {
      ...{ smt, strategy, maxInfeasible, maxCube },
      predicates: predicates.map(({ formula }) => formula),
      clock: new Clock(limits, () => undefined, limits.memoryMB),
    };
    const cubes =
      candidates === undefined ? new SearchedCubes(options) : new CandidateCubes(options, candidates);
    const answer = await buildBooleanProgram({
      ...{ program, predicates, cubes, properties, astray: new Set(astray) },
      ...(forget === undefined ? {} : { forget }),
    });
    const counts = { ...smt.counts };
    if (answer.kind === 'stopped') {
      return { result: null, stopped: answer.stop.reason, counts, infeasible: 0 };
    }
    const infeasible = (await cubes.infeasible()).length;
    return { result: answer.built, stopped: null, counts, infeasible };
  } finally {
    smt.dispose();
  }
}

export async function built(
  program: CommandProgram,
  predicates: readonly Predicate[],
  setting: AbstractionSetting,
): Promise<Built> {
  const { result } = await abstraction(program, predicates, setting);
  if (result === null) throw new InternalError('nothing stops it');
  return result;
}
