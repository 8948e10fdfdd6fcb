import { toRuns } from '../../../passes/pipelines.js';
import { reduced } from '../../../src/engines/ltl/automaton/reduce.js';
import { simplified } from '../../../src/engines/shared/temporal/temporal-formulas.js';
import { normalForm } from '../../../src/engines/shared/temporal/normal-form.js';
import { translated } from '../../../src/engines/ltl/automaton/translate.js';
import { checkTemporal } from '../../../src/engines/ltl/check.js';
import { replayLasso } from '../../../src/evidence/replay-lasso.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { printExpr } from '../../../src/lang/program/print.js';
import type { Program, TemporalProperty } from '../../../src/lang/program/program.js';
import { fairnessNamed, fairnessNames } from '../../../src/memory/fairness.js';
import type { FairnessName } from '../../../src/memory/fairness.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { lassoBack, runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { parseFp } from '../parse-fp.js';
import type { Random } from '../random.js';
import { temporalFormula } from './generate-formula.js';
import { atomsOf, generateModel, mixed, promiseOf } from './generate-model.js';
import { holdsOfAllRuns } from './oracle.js';
import { plainGraph } from './plain-graph.js';

const unwatched = (): void => undefined;

export interface LtlComparison {
  readonly text: string;
  readonly formula: string;
  readonly model: string;
  /** By kind of fairness, what the engine says and what the plain search says; `null`: no answer. */
  readonly answers: ReadonlyMap<FairnessName, { readonly engine: boolean | null; readonly plain: boolean }>;
  /** What else is wrong: counterexamples that do not replay. */
  readonly complaints: readonly string[];
}

const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/** A program and a formula about it; neither the formula nor its opposite is true of all runs whatever. */
export function generateQuestion(random: Random): {
  readonly program: Program;
  readonly formula: Expr;
  readonly text: string;
} {
  const text = generateModel(random);
  const program = parseFp(text);
  const atom = atomsOf(program, random);
  for (;;) {
    const formula = mixed(
      promiseOf(program, random),
      temporalFormula(random, atom, random.between(1, 4)),
      random,
    );
    const isEmpty = (positive: boolean): boolean => {
      const normal = simplified(normalForm(formula, positive, program.shared));
      return (
        normal.kind === 'bool' || reduced(translated(normal, unwatched), unwatched).transitions.length === 0
      );
    };
    if (!isEmpty(true) && !isEmpty(false)) return { program, formula, text };
  }
}

/** Null: the program has too many states under the model. */
export async function compare(
  { program, formula, text }: ReturnType<typeof generateQuestion>,
  model: MemoryModel,
  mostStates: number,
): Promise<LtlComparison | null> {
  const property: TemporalProperty = { kind: 'ltl', name: 'f', formula, span: at(program.threads, 0).span };
  const lowered = runPipeline(toRuns(model), { ...program, properties: [property] }, { procs: null, model });
  const { system } = lowered;
  const stated = system.properties.find((p) => p.kind === 'ltl');
  const machine = new Machine(lowered.reference, model);
  const graph = plainGraph(machine, mostStates);
  if (graph === null || stated === undefined) return null;
  const answers = new Map<FairnessName, { engine: boolean | null; plain: boolean }>();
  const complaints: string[] = [];
  for (const name of fairnessNames) {
    const fairness = fairnessNamed(name);
    const result = await checkTemporal(
      { system, model, properties: [stated], limits, progress: () => undefined },
      { bound: null, havocRange: null, fairness },
    );
    const verdict = result.verdicts.get('f');
    if (verdict?.kind === 'unsafe') {
      const lasso = { stem: verdict.execution, cycle: verdict.cycle };
      const replayed = replayLasso(machine, lassoBack(lowered, lasso), stated, fairness);
      if (replayed.kind !== 'accepted') complaints.push(`${name}: ${replayed.kind}: ${replayed.why}`);
    }
    answers.set(name, {
      engine: verdict === undefined || verdict.kind === 'unknown' ? null : verdict.kind === 'safe',
      plain: holdsOfAllRuns(machine, graph, stated.formula, fairness),
    });
  }
  return { text, formula: printExpr(formula, program), model: model.name, answers, complaints };
}
