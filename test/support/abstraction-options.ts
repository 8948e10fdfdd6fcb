import { usualOptions } from '../../src/verify/options.js';
import type { VerifyOptions } from '../../src/verify/options.js';

/** How predicate abstraction is to be done. */
export type AbstractionOptions = VerifyOptions['abstraction'];

export const usualAbstraction: AbstractionOptions = usualOptions.abstraction;
