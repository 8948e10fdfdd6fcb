import type { EngineRow } from './engine-row.js';
import { abstract } from './abstract/engine.js';
import { dual } from './dual/engine.js';
import { explicit } from './explicit/engine.js';
import { ltl } from './ltl/engine.js';
import { mcmt } from './mcmt/engine.js';
import { quantified } from './quantified/engine.js';
import { threeValued } from './three-valued/engine.js';

/** All engines. What is told of them anywhere else is derived from their rows. */
export const engines = [abstract, explicit, ltl, dual, quantified, mcmt, threeValued] as const;

export type EngineName = (typeof engines)[number]['name'];

/** Those that take Boolean programs only go by the name of a semantics (`check --semantics`). */
const isAskedFor = ({ takes }: EngineRow): boolean =>
  takes.program !== undefined || takes.array !== undefined;

/** The values of `--engine`, besides `auto`. */
export const engineNames: readonly EngineName[] = engines.filter(isAskedFor).map(({ name }) => name);
