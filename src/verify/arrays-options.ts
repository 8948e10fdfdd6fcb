import type { MemoryModel } from '../memory/model.js';
import { backwardRows } from '../options/engine-rows.js';
import type { FieldsOf } from '../options/values.js';

/** What is asked of an array-based system, by the fields of options. */
export interface ArrayOptions extends FieldsOf<'verify', 'array'> {
  readonly model: MemoryModel;
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
const ofBackward = (options: ArrayOptions): string | null =>
  backwardRows.find(({ field }) => options[field] !== null)?.name ?? null;
