import { modelNamed } from '../memory/index.js';
import type { LockedWaits, MemoryModel } from '../memory/model.js';
import { invariant } from '../support/invariant.js';

interface ModelArgs {
  readonly model?: string | undefined;
  readonly 'atomic-waits'?: LockedWaits | undefined;
}

/** The memory model that is asked for. */
export function modelOf(args: ModelArgs): MemoryModel {
  return checkedModel(args.model ?? 'sc', args['atomic-waits']);
}

/** The memory model of a name that was checked when the command line was read. */
export function checkedModel(name: string, lockedWaits?: LockedWaits): MemoryModel {
  const model = modelNamed(name, lockedWaits);
  invariant(model !== null, 'the name of the memory model was checked');
  return model;
}
