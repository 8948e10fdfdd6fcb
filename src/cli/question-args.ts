import type { InferredOptionTypes } from 'yargs';
import type { MemoryModel } from '../memory/model.js';
import type { VerifyOptions } from '../verify/options.js';
import type { limitOptions, questionOptions } from './options.js';

/** A command has as many of them as make sense for it. */
type QuestionArgs = Partial<InferredOptionTypes<typeof questionOptions & typeof limitOptions>>;

/** What is asked of a program, whoever answers. */
export function questionOf(
  model: MemoryModel,
  args: QuestionArgs,
): Omit<VerifyOptions, 'engine' | 'abstraction'> {
  return {
    model,
    bound: args.bound ?? null,
    procs: args.procs ?? null,
    properties: args.property ?? [],
    extraInvariants: args.invariant ?? [],
    extraFormulas: args.ltl ?? [],
    fairness: args.fairness ?? 'flush',
    havocRange: args['havoc-range'] ?? null,
    deadlock: args.deadlock === true,
    ...(args.atomic === undefined ? {} : { atomicFile: args.atomic }),
    timeoutSeconds: args.timeout ?? null,
    memoryMB: args.memory ?? null,
  };
}
