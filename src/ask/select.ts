import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import { Source, sourceSpan } from '../diagnostics/span.js';
import type { ProgramText } from '../frontends/frontend.js';
import type { Program, Property } from '../lang/program/program.js';
import { didYouMean } from '../support/suggest.js';
import { formulaReader } from './load.js';

/**
 * The program with the invariants of `--invariant` and the formulas of `--ltl`, named `invariant#1`, `ltl#1` and so on; throws
 * InputError if one is wrong.
 */
export async function addProperties(
  loaded: ProgramText,
  texts: { readonly invariant: readonly string[]; readonly ltl: readonly string[] },
): Promise<Program> {
  const { program } = loaded;
  if (texts.invariant.length + texts.ltl.length === 0) return program;
  const bag = new DiagnosticBag();
  const read = await formulaReader(loaded);
  const added = (['invariant', 'ltl'] as const).flatMap((kind) =>
    texts[kind].flatMap((text, i): readonly Property[] => {
      const source = new Source(`--${kind}`, text);
      const formula = read(source, kind, bag);
      if (formula === null) return [];
      return [{ kind, name: `${kind}#${i + 1}`, formula, span: sourceSpan(source, 0, text.length) }];
    }),
  );
  bag.throwIfErrors();
  return { ...program, properties: [...added, ...program.properties] };
}

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
