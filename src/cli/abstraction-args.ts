import type { InferredOptionTypes } from 'yargs';
import { usualAbstraction } from '../verify/abstraction-options.js';
import type { AbstractionOptions } from '../verify/abstraction-options.js';
import { UsageError } from './failure.js';
import type { abstractionOptions } from './options.js';

export type AbstractionArgs = InferredOptionTypes<typeof abstractionOptions>;

export function abstractionOf(args: AbstractionArgs): AbstractionOptions {
  return {
    method: args.method ?? usualAbstraction.method,
    encoding: args.encoding ?? usualAbstraction.encoding,
    cubes: args.cubes ?? usualAbstraction.cubes,
    maxCube: args['max-cube'] ?? usualAbstraction.maxCube,
    solver: args.solver ?? usualAbstraction.solver,
    maxBound: args['max-bound'] ?? usualAbstraction.maxBound,
    predicatesFile: args.predicates ?? usualAbstraction.predicatesFile,
    dropBuffered: args['drop-buffered'] === true,
  };
}

/** These say that predicate abstraction is wanted. */
const telling = ['method', 'encoding', 'cubes', 'predicates', 'drop-buffered', 'explain-predicates'] as const;

/** The engine that is asked for, by name or by what only one engine has. */
export function engineOf(args: AbstractionArgs & { readonly engine?: string | undefined }): string {
  const told = telling.find((name) => args[name] !== undefined && args[name] !== false);
  if (told === undefined) return args.engine ?? 'auto';
  if (args.engine !== undefined && args.engine !== 'auto' && args.engine !== 'abstract') {
    throw new UsageError(`--${told} is for the abstract engine: it does not go with --engine ${args.engine}`);
  }
  return 'abstract';
}
