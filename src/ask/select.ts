import type { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Property } from '../lang/program/program.js';
import { didYouMean } from '../support/suggest.js';

const deadlock: Property = { kind: 'deadlock', name: 'deadlock' };

/** The properties to decide, in the order of the program; the bag says which names are unknown. */
export function selectProperties(
  stated: readonly Property[],
  names: readonly string[],
  withDeadlock: boolean,
  bag: DiagnosticBag,
): readonly Property[] {
  const all = withDeadlock || names.includes(deadlock.name) ? [...stated, deadlock] : stated;
  refuseOthers(
    all.map((p) => p.name),
    names,
    bag,
  );
  const chosen = names.length === 0 ? all : all.filter((p) => names.includes(p.name));
  // Asked for, so it counts although no --property names it.
  return withDeadlock && !chosen.includes(deadlock) ? [...chosen, deadlock] : chosen;
}

/** The bag says which names are not among those of the properties. */
export function refuseOthers(known: readonly string[], names: readonly string[], bag: DiagnosticBag): void {
  for (const name of names.filter((n) => !known.includes(n))) {
    const hint = known.length === 0 ? 'it states none' : `it has ${known.join(', ')}`;
    bag.report(
      'E006',
      null,
      `the program has no property '${name}'`,
      didYouMean(name, known, 'did you mean') ?? hint,
    );
  }
}
