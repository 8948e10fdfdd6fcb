import type { Span, Word } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { instance } from './parts.js';
import type { SignedPart } from './parts.js';
import type { Binder, Bindings, ProcessMeaning } from './scope.js';

/** For every process but the parameters and witnesses. */
export interface OpenUniversal extends SignedPart {
  readonly name: Word;
  readonly span: Span;
}

/** One way in which a formula can hold: for some different processes, all of the parts. */
export interface Alternative {
  readonly witnesses: readonly Binder[];
  readonly parts: readonly SignedPart[];
  readonly universals: readonly OpenUniversal[];
  readonly fences: readonly Span[];
}

export const nothing: Alternative = { witnesses: [], parts: [], universals: [], fences: [] };

/**
 * Both alternatives together. A witness of the one may be a witness of the other; where it is not, it is one more process that
 * the other's universals speak of.
 */
export function joined(a: Alternative, b: Alternative): readonly Alternative[] {
  return matchings(b.witnesses, a.witnesses).map((same) => {
    const renamed = replaced(b, same);
    const added = renamed.witnesses.filter((witness) => !a.witnesses.includes(witness));
    const missed = a.witnesses.filter((witness) => !renamed.witnesses.includes(witness));
    return {
      witnesses: [...a.witnesses, ...added],
      parts: [
        ...a.parts,
        ...renamed.parts,
        ...instances(a.universals, added),
        ...instances(renamed.universals, missed),
      ],
      universals: [...a.universals, ...renamed.universals],
      fences: [...a.fences, ...b.fences],
    };
  });
}

const instances = (
  universals: readonly OpenUniversal[],
  processes: readonly Binder[],
): readonly SignedPart[] =>
  universals.flatMap(({ name, expr, positive, bindings }) =>
    processes.map((process) => instance({ expr, positive, bindings }, name, process)),
  );

type BinderMatching = ReadonlyMap<ProcessMeaning, Binder>;

/** All ways to let some of the witnesses be some of the others, each another one. */
function matchings(witnesses: readonly Binder[], others: readonly Binder[]): readonly BinderMatching[] {
  if (witnesses.length === 0) return [new Map()];
  const witness = at(witnesses, 0);
  return matchings(witnesses.slice(1), others).flatMap((rest) => {
    const used = new Set(rest.values());
    const free = others.filter((other) => !used.has(other));
    return [rest, ...free.map((other) => new Map([...rest, [witness, other] as const]))];
  });
}

function replaced({ witnesses, parts, universals, fences }: Alternative, same: BinderMatching): Alternative {
  const bindingsOf = (bindings: Bindings): Bindings =>
    same.size === 0
      ? bindings
      : new Map([...bindings].map(([name, bound]) => [name, same.get(bound) ?? bound]));
  return {
    witnesses: witnesses.map((witness) => same.get(witness) ?? witness),
    parts: parts.map((part) => ({ ...part, bindings: bindingsOf(part.bindings) })),
    universals: universals.map((universal) => ({ ...universal, bindings: bindingsOf(universal.bindings) })),
    fences,
  };
}
