import type { LockedWaits, MemoryModel } from './model.js';
import { pso } from './pso.js';
import { sc } from './sc.js';
import { tso } from './tso.js';
import { tsoN } from './tso-n.js';

/** What `--model` accepts, for help texts. */
export const modelNames = ['sc', 'tso', 'pso', 'tso1'] as const;

/** The models that `--all-models` runs, stronger ones first. */
export const mainModels: readonly MemoryModel[] = [sc, tso, pso];

/** The model of that name, or null. */
export function modelNamed(name: string, lockedWaits: LockedWaits = 'all'): MemoryModel | null {
  const fixed = [sc, tso, pso].find((m) => m.name === name);
  if (fixed !== undefined) return fixed;
  const match = /^tso([1-9][0-9]{0,2})$/.exec(name);
  return match === null ? null : tsoN(Number(match[1]), lockedWaits);
}
