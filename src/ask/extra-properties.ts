import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import { Source, sourceSpan } from '../diagnostics/span.js';
import type { ProgramText } from '../frontends/frontend.js';
import type { Program, Property } from '../lang/program/program.js';
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
