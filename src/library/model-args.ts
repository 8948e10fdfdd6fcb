import { modelNamed } from '../memory/index.js';
import type { LockedWaits, MemoryModel } from '../memory/model.js';
import type { OptionValues } from '../options/values.js';
import { invariant } from '../support/invariant.js';

/** The memory model that is asked for. */
export const modelOf = (args: Partial<Pick<OptionValues<'verify'>, 'model' | 'atomic-waits'>>): MemoryModel =>
  checkedModel(args.model ?? 'sc', args['atomic-waits']);

/** The memory model of a name that was checked when the command line was read. */
export function checkedModel(name: string, lockedWaits?: LockedWaits): MemoryModel {
  const model = modelNamed(name, lockedWaits);
  invariant(model !== null, 'the name of the memory model was checked');
  return model;
}
