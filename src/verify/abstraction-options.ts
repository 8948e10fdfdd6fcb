import { usualOptions } from './options.js';
import type { VerifyOptions } from './options.js';

/** How predicate abstraction is to be done. */
export type AbstractionOptions = VerifyOptions['abstraction'];

export type Method = AbstractionOptions['method'];

export const usualAbstraction: AbstractionOptions = usualOptions.abstraction;
