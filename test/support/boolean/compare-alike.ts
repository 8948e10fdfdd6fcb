import { checkThreeValued } from '../../../src/engines/three-valued/check.js';
import type { ThreeValuedResult } from '../../../src/engines/three-valued/check.js';
import { alikeThreads } from '../../../src/engines/three-valued/symmetry/alike-threads.js';
import type { AlikeThreads } from '../../../src/engines/three-valued/symmetry/alike-threads.js';
import type { BooleanProgram } from '../../../src/lang/boolean/boolean-program.js';
import { interpret } from './boolean-interpreter.js';
import { noLimits, objectionTo, verdictText } from './decide-bl.js';

export interface AlikeComparison {
  /** What is wrong, in sentences. */
  readonly complaints: readonly string[];
  readonly plain: string;
  readonly states: number;
  readonly settledStates: number;
}

/** Threads that take each other's places, as the engine finds them. */
export const alikeIn = (program: BooleanProgram): AlikeThreads | null =>
  alikeThreads(program, { watch: () => undefined });

/** The three-valued engine with states put into order and without, and beside both the plain interpreter. */
export async function compareAlike(
  program: BooleanProgram,
  alike: AlikeThreads | null,
  maxStates: number,
): Promise<AlikeComparison | null> {
  const interpreted = interpret(program, maxStates);
  if (interpreted === null) return null;
  const check = (how: AlikeThreads | null): Promise<ThreeValuedResult> =>
    checkThreeValued({ program, merge: false, limits: noLimits, progress: () => undefined, alike: how });
  const [whole, settled] = [await check(null), await check(alike)];
  const [before, after] = [verdictText(whole), verdictText(settled)];
  const objection = objectionTo(program, settled);
  const real = interpreted.violated ? 'unsafe' : 'safe';
  const isSure = after === 'safe' || after === 'unsafe';
  return {
    complaints: [
      ...(before === after ? [] : [`${before}, with states in order ${after}`]),
      ...(isSure && after !== real ? [`with states in order ${after}, and really ${real}`] : []),
      ...(objection === null ? [] : [`the run is none: ${objection}`]),
    ],
    plain: real,
    states: whole.stats.states,
    settledStates: settled.stats.states,
  };
}
