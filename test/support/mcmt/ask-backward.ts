import { checkBackward } from '../../../src/engines/mcmt/check.js';
import type { BackwardRequest, BackwardResult } from '../../../src/engines/mcmt/request.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { tso } from '../../../src/memory/tso.js';
import { Confirmer } from '../../../src/engines/mcmt/find-run.js';
import { cubSystem } from '../arrays/read-cub.js';

/** What the backward engine says of a text; all clauses at once. */
export async function backward(
  text: string,
  model: MemoryModel,
  options: Partial<BackwardRequest> = {},
): Promise<BackwardResult> {
  const system = cubSystem(text);
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const bounded = { ...system, maxProcs: options.maxProcs ?? system.maxProcs };
  const confirmer = new Confirmer(bounded, model, limits);
  return checkBackward({
    ...{ system, limits, tso: model === tso, clauses: [...system.unsafe.keys()] },
    ...{ maxProcs: null, order: 'small', brab: null, reduced: true },
    progress: () => undefined,
    confirm: (proof) => confirmer.confirm(proof),
    ...options,
  });
}

/** In one word each, or why there is none. */
export async function verdicts(...question: Parameters<typeof backward>): Promise<readonly string[]> {
  const { verdicts: found } = await backward(...question);
  return found.map((verdict) => (verdict.kind === 'unknown' ? verdict.reason : verdict.kind));
}
