import type { Property } from './program.js';

/** What a program leaves out of what it stands for, told by a property: a run that violates it is no mistake. */
export type LimitProperty = Extract<Property, { readonly kind: 'assert' }>;

export const isLimit = (property: Property): property is LimitProperty =>
  property.kind === 'assert' && property.limit !== undefined;

/** A run that was left at a limit looks as if it had come to its end there. */
export const isOfEnds = ({ kind }: { readonly kind: string }): boolean =>
  kind === 'deadlock' || kind === 'final' || kind === 'ltl' || kind === 'never';
