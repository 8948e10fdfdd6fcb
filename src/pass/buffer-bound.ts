import type { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { SharedId } from '../lang/expr/ids.js';
import type { SharedVar } from '../lang/program/program.js';
import type { Bound, GivenBound } from '../memory/bound.js';
import type { MemoryModel } from '../memory/model.js';
import { ordersWrites } from '../memory/model-questions.js';
import { didYouMean } from '../support/suggest.js';

/** The buffer bound in the terms of the IR, null for none; the bag says what is wrong with it. */
export function bufferBound(
  shared: readonly SharedVar[],
  { bound, model }: { readonly bound: GivenBound; readonly model: MemoryModel },
  bag: DiagnosticBag,
): Bound | null {
  if (bound === null) return null;
  if (typeof bound === 'number') return { all: bound };
  if (ordersWrites(model)) {
    bag.report(
      'E006',
      null,
      `a bound for each variable needs one buffer for each variable: --model pso, not ${model.name}`,
    );
    return null;
  }
  const byShared = new Map<SharedId, number>();
  for (const [name, entries] of bound) {
    const variable = shared.find((v) => v.name === name);
    if (variable === undefined) {
      const known = shared.map((v) => v.name);
      bag.report(
        'E006',
        null,
        `--bound speaks of '${name}', which is no shared variable`,
        didYouMean(name, known, 'did you mean'),
      );
    } else byShared.set(variable.id, entries);
  }
  return { perShared: byShared };
}
