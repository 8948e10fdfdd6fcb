import type { InferredOptionTypes } from 'yargs';
import type { MemoryModel } from '../memory/model.js';
import { usualAbstraction } from '../verify/abstraction-options.js';
import type { AskOptions } from '../verify/options.js';
import type { AbstractionArgs } from './abstraction-args.js';
import { UsageError } from './failure.js';
import type { arrayOptions, limitOptions, questionOptions } from './options.js';

type ArrayArgs = InferredOptionTypes<typeof arrayOptions & typeof questionOptions & typeof limitOptions> &
  AbstractionArgs & { readonly 'dump-after'?: string | undefined };

/** Options that only array-based systems have. */
export const arrayOptionNames = ['max-procs', 'search', 'brab', 'reduction'] as const;

const notForArrays = [
  ...['invariant', 'ltl', 'fairness', 'deadlock', 'havoc-range', 'dump-after'],
  ...['method', 'encoding', 'cubes', 'max-cube', 'max-bound', 'solver', 'predicates'],
  ...['drop-buffered', 'explain-predicates'],
] as const;

/** What is asked of an array-based system. */
export function arrayOptionsOf(model: MemoryModel, args: ArrayArgs): AskOptions {
  const given = notForArrays.find((name) => args[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} does not apply to array-based systems`);
  return {
    model,
    ...{ extraInvariants: [], havocRange: null, deadlock: false, abstraction: usualAbstraction },
    engine: args.engine ?? 'auto',
    bound: args.bound ?? null,
    procs: args.procs ?? null,
    properties: args.property ?? [],
    timeoutSeconds: args.timeout ?? null,
    memoryMB: args.memory ?? null,
    maxProcs: args['max-procs'] ?? null,
    search: args.search ?? null,
    brab: args.brab ?? null,
    reduction: args.reduction === undefined ? null : args.reduction === 'on',
  };
}
