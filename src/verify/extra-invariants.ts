import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import { Source, sourceSpan } from '../diagnostics/span.js';
import type { FormulaReader } from '../frontends/frontend.js';
import type { Program, Property } from '../ir/program.js';

/** The program with the invariants of `--invariant`, named `invariant#1` and so on; throws InputError if one is wrong. */
export function addInvariants(program: Program, texts: readonly string[], formulas: FormulaReader): Program {
  if (texts.length === 0) return program;
  const bag = new DiagnosticBag();
  const added = texts.flatMap((text, i): readonly Property[] => {
    const source = new Source('--invariant', text);
    const formula = formulas(source, 'invariant', bag);
    if (formula === null) return [];
    return [
      { kind: 'invariant', name: `invariant#${i + 1}`, formula, span: sourceSpan(source, 0, text.length) },
    ];
  });
  bag.throwIfErrors();
  return { ...program, properties: [...added, ...program.properties] };
}
