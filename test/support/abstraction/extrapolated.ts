import { extrapolate } from '../../../src/abstraction/extrapolate/extrapolate.js';
import type { ExtrapolationRequest, RuleFamily } from '../../../src/abstraction/extrapolate/extrapolate.js';
import type { Predicate } from '../../../src/abstraction/predicate.js';
import { printExpr } from '../../../src/lang/program/print-expr.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';
import { sc } from '../../../src/memory/sc.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { pipelines } from '../pipelines-with-hooks.js';

export interface ExtrapolationSetting {
  readonly rules: RuleFamily;
  readonly encoding: 'shapes' | 'counters';
  readonly bound: number;
}

const models = { sc, tso, pso } as const;

/** What `extrapolate` is asked about the predicates of a program. */
export function requestFor(
  program: Program,
  { rules, encoding, bound }: ExtrapolationSetting,
): ExtrapolationRequest {
  const model = models[rules];
  const buffers: BufferSpec = { model, bound: { all: bound } };
  const { system, reference } = runPipeline(pipelines[encoding](model), program, {
    procs: null,
    model,
    buffers,
  });
  return { system, source: reference, predicates: system.predicates, rules, room: bound };
}

/** Predicates as text, by the rule that made them: `3: P_x_1 == 0`. */
const ruledTexts = ({ system }: ExtrapolationRequest, predicates: readonly Predicate[]): readonly string[] =>
  predicates.map(({ formula, origin }) => `${origin.rule ?? '-'}: ${printExpr(formula, system)}`);

/** The predicates that a program has in a setting, as text. */
export function extrapolatedTexts(program: Program, setting: ExtrapolationSetting): readonly string[] {
  const request = requestFor(program, setting);
  return ruledTexts(request, extrapolate(request));
}
