import type { Lowered } from '../pass/run.js';
import { runPipeline } from '../pass/run.js';
import { atomicOf } from './decision.js';
import type { Question } from './decision.js';

/** The program as automata, for engines that execute it under the memory model; with so many instances of each process. */
export const automataOf = (question: Question, procs: number | null): Lowered => {
  const { hooks, program, options } = question;
  const context = { procs, model: options.model, ...atomicOf(question) };
  return runPipeline(hooks.pipelines.automata, program, context, hooks.listener);
};
