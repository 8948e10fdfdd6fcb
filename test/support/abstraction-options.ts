import { usualOptions } from '../../src/ask/verify-options.js';
import type { VerifyOptions } from '../../src/ask/verify-options.js';

/** How predicate abstraction is to be done. */
export type AbstractionOptions = VerifyOptions['abstraction'];

/** How predicates are found. */
export type DiscoveryChoice = VerifyOptions['discovery'];

export const usualDiscovery: DiscoveryChoice = usualOptions.discovery;

export const usualAbstraction: AbstractionOptions = usualOptions.abstraction;
