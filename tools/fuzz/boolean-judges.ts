import { toSystem } from '../../src/lang/boolean/to-system/to-system.js';
import { exploreExplicit } from '../../src/engines/explicit/explore.js';
import type { Limits } from '../../src/search/limits.js';
import { checkThreeValued } from '../../src/engines/three-valued/check.js';
import { replay } from '../../src/evidence/replay.js';
import type { BooleanProgram } from '../../src/lang/boolean/boolean-program.js';
import type { BooleanRun } from '../../src/lang/boolean/boolean-run.js';
import { Machine } from '../../src/memory/machine.js';
import { sc } from '../../src/memory/sc.js';
import { getOrFail, invariant } from '../../src/support/invariant.js';
import { objection } from '../../test/support/boolean/boolean-replay.js';

export interface BooleanJudgement {
  readonly verdict: 'safe' | 'unsafe' | 'unknown';
  /** Of `unknown`. */
  readonly reason: string | null;
  /** What is wrong with the run that was given for `unsafe`. */
  readonly complaints: readonly string[];
}

/** Far more than programs of this size need. */
const someLimits = (): Limits => ({
  signal: new AbortController().signal,
  deadline: performance.now() + 20_000,
  memoryMB: 500,
});

/** The explicit engine on the program as a system. */
export async function judgeConcrete(program: BooleanProgram, reductions: boolean): Promise<BooleanJudgement> {
  const { system, property, localsArePrivate } = toSystem(program);
  invariant(property !== null, 'a generated program has a property');
  const request = {
    system,
    model: sc,
    properties: [property],
    limits: someLimits(),
    progress: () => undefined,
  };
  const options = {
    bound: null,
    havocRange: null,
    reductions: reductions && localsArePrivate,
    collectFinals: null,
  };
  const verdict = getOrFail((await exploreExplicit(request, options)).verdicts, property.name);
  if (verdict.kind === 'safe') return { verdict: 'safe', reason: null, complaints: [] };
  if (verdict.kind === 'unknown') return { verdict: 'unknown', reason: verdict.reason, complaints: [] };
  const replayed = replay(new Machine(system, sc), verdict.execution, property);
  const complaints = replayed.kind === 'accepted' ? [] : [`the run is ${replayed.kind}: ${replayed.why}`];
  return { verdict: 'unsafe', reason: null, complaints };
}

export async function judgeThreeValued(program: BooleanProgram, merge: boolean): Promise<BooleanJudgement> {
  const { verdict } = await checkThreeValued({
    program,
    merge,
    limits: someLimits(),
    progress: () => undefined,
  });
  if (verdict.kind === 'safe') return { verdict: 'safe', reason: null, complaints: [] };
  if (verdict.kind === 'unknown') return { verdict: 'unknown', reason: verdict.reason, complaints: [] };
  return { verdict: 'unsafe', reason: null, complaints: objections(program, verdict.run) };
}

/** The run is put to two judges. */
function objections(program: BooleanProgram, run: BooleanRun): readonly string[] {
  const direct = objection(program, run);
  const made = toSystem(program);
  const replayed = replay(new Machine(made.system, sc), made.executionOf(run), made.property);
  return [
    ...(direct === null ? [] : [`the run is none of the program: ${direct}`]),
    ...(replayed.kind === 'accepted' ? [] : [`the run as an execution is ${replayed.kind}: ${replayed.why}`]),
  ];
}
