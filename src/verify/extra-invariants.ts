import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import { Source, sourceSpan } from '../diagnostics/span.js';
import { parseFormula } from '../frontends/fp/formula.js';
import type { Program, Property } from '../ir/program.js';

/** The program with the invariants of `--invariant`, named `invariant#1` and so on; throws InputError if one is wrong. */
export function addInvariants(program: Program, texts: readonly string[]): Program {
  if (texts.length === 0) return program;
  const bag = new DiagnosticBag();
  const added = texts.flatMap((text, i): readonly Property[] => {
    const source = new Source('--invariant', text);
    const formula = parseFormula(source, 'invariant', program, bag);
    if (formula === null) return [];
    return [
      { kind: 'invariant', name: `invariant#${i + 1}`, formula, span: sourceSpan(source, 0, text.length) },
    ];
  });
  bag.throwIfErrors();
  return { ...program, properties: [...added, ...program.properties] };
}
