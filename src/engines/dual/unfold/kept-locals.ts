import { localsOf } from '../../../lang/expr/expr.js';
import type { LocalId, ThreadId } from '../../../lang/expr/ids.js';
import type { Property } from '../../../lang/program/program.js';
import { at } from '../../../support/invariant.js';
import type { ThreadView } from './thread-view.js';

/** The locals that the properties read. */
export const mentionedLocals = (properties: readonly Property[]): ReadonlySet<LocalId> =>
  new Set(properties.flatMap((property) => ('formula' in property ? [...localsOf(property.formula)] : [])));

/**
 * For each thread the positions of the locals whose value matters everywhere. What is asked of one thread is kept in all
 * threads of its shape and its group, so that they stay the same.
 */
export function keptPositions(
  views: readonly ThreadView[],
  mentioned: ReadonlySet<LocalId>,
  groups: readonly (readonly ThreadId[])[],
): readonly ReadonlySet<number>[] {
  const kept = views.map((view) => new Set(view.locals.flatMap((v, i) => (mentioned.has(v.id) ? [i] : []))));
  const belongTogether = (a: ThreadView, b: ThreadView): boolean =>
    a.shape === b.shape || groups.some((g) => g.includes(a.automaton.id) && g.includes(b.automaton.id));
  for (let changed = true; changed;) {
    changed = false;
    for (const [i, to] of views.entries()) {
      const own = at(kept, i);
      const before = own.size;
      for (const [j, from] of views.entries())
        if (belongTogether(to, from))
          for (const position of at(kept, j)) if (position < to.locals.length) own.add(position);
      changed ||= own.size > before;
    }
  }
  return kept;
}
