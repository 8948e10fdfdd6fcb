import { toSystem } from '../../../src/lang/boolean/to-system/to-system.js';
import type { BooleanSystem } from '../../../src/lang/boolean/to-system/to-system.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitResult } from '../../../src/engines/explicit/explore.js';
import type { BooleanProgram } from '../../../src/lang/boolean/boolean-program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';

/** All that the explicit engine finds out about a Boolean program. */
export async function exploreBoolean(
  program: BooleanProgram,
  model: MemoryModel = sc,
  reductions = true,
): Promise<{ readonly lowered: BooleanSystem; readonly result: ExplicitResult }> {
  const lowered = toSystem(program);
  const { system, property, localsArePrivate } = lowered;
  const request = {
    system,
    model,
    properties: property === null ? [] : [property],
    limits: { signal: new AbortController().signal, deadline: null, memoryMB: null },
    progress: () => undefined,
  };
  const options = {
    bound: null,
    havocRange: null,
    reductions: reductions && localsArePrivate,
    collectFinals: null,
  };
  return { lowered, result: await exploreExplicit(request, options) };
}
