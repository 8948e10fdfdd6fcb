import type { SearchOrder } from '../engines/mcmt/queue.js';
import type { VerifyOptions } from './options.js';

/** What is asked of an array-based system, in the terms of the command line but checked. */
export interface ArrayOptions extends Pick<
  VerifyOptions,
  'model' | 'engine' | 'bound' | 'procs' | 'properties' | 'timeoutSeconds' | 'memoryMB'
> {
  /** For the backward engine, which takes any number of processes: at most so many; null: as the file says. */
  readonly maxProcs: number | null;
  /** Null: the usual one. */
  readonly search: SearchOrder | null;
  /** How many processes the states have that guesses are taken from; null: guesses where the plain search takes long. */
  readonly brab: number | 'off' | null;
  /** Null: the usual. */
  readonly reduction: boolean | null;
}

/** What does not go together, as a sentence for the user; null: all does. */
export function arrayContradiction(options: ArrayOptions): string | null {
  const { engine, procs, bound } = options;
  if (engine === 'mcmt' && typeof procs === 'number')
    return `the mcmt engine takes any number of processes: --procs ${procs} goes with --engine explicit; --max-procs ${procs} is for at most so many`;
  if (engine === 'explicit' && procs === 'any')
    return 'the explicit engine takes no --procs any: give a number, or take --engine mcmt';
  const isExplicit = engine === 'explicit' || typeof procs === 'number';
  const other = ofBackward(options);
  if (isExplicit && other !== null)
    return `--${other} is for the mcmt engine: it does not go with ${engine === 'explicit' ? '--engine explicit' : '--procs N'}`;
  if (!isExplicit && bound !== null)
    return 'the mcmt engine has store buffers without a bound: --bound goes with --engine explicit --procs N';
  if (bound !== null && typeof bound !== 'number')
    return 'a bound for each variable needs one buffer for each variable, which array-based systems do not have';
  return null;
}

/** An option that only the backward engine has. */
function ofBackward({ maxProcs, search, brab, reduction }: ArrayOptions): string | null {
  if (maxProcs !== null) return 'max-procs';
  if (search !== null) return 'search';
  if (brab !== null) return 'brab';
  return reduction === null ? null : 'reduction';
}
