import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { plainText } from '../../frontends/frontend.js';
import { fp } from '../../frontends/fp/parse.js';
import type { ReadBeside } from '../../frontends/fp/syntax.js';
import { Source } from '../../diagnostics/span.js';
import { readOutline } from '../../frontends/fp/outline/read-outline.js';
import type { DeclaredSymbol, Outline, TextRange } from '../../frontends/fp/outline/outline.js';
import { beginners, keywords } from '../../lang/program/keywords.js';
import { addTo } from '../../support/remembered.js';
import { placesOf } from './open-text.js';
import type { OpenText } from './open-text.js';

export type RenameOutcome =
  | { readonly kind: 'edits'; readonly bySource: ReadonlyMap<Source, readonly TextRange[]> }
  | { readonly kind: 'refused'; readonly why: string };

const reserved: ReadonlySet<string> = new Set([...keywords, ...beginners]);

/**
 * Where the new name has to stand. It is refused if afterwards some name would mean something else: each use must belong to
 * the declaration that it belongs to now.
 */
export function renaming(text: OpenText, symbol: DeclaredSymbol, name: string): RenameOutcome {
  const { outline, source, readBeside } = text;
  if (!/^[A-Za-z_][A-Za-z_0-9]*$/.test(name)) return refused(`\`${name}\` is no name`);
  if (reserved.has(name)) return refused(`\`${name}\` is a word of the language`);
  const bySource = new Map<Source, TextRange[]>();
  for (const { source: of, start, end } of placesOf(outline, symbol)) addTo(bySource, of, { start, end });
  const renamed = (of: Source): Source =>
    new Source(of.path, replaced(of.text, rangesIn(bySource, of), name));
  const besideAfter: ReadBeside = (from, beside) => {
    const found = readBeside(from, beside);
    return found === null ? null : renamed(found);
  };
  const after = readOutline(renamed(source), besideAfter);
  const clash = changedMeaning(outline, after);
  if (clash !== null) return refused(`\`${clash}\` would mean something else then`);
  const errors = errorsIn(renamed(source), besideAfter);
  return errors.length > errorsIn(source, readBeside).length
    ? refused(errors[0]?.message ?? 'the program would have an error')
    : { kind: 'edits', bySource };
}

const refused = (why: string): RenameOutcome => ({ kind: 'refused', why });

/** The same file may have been read anew. */
const rangesIn = (
  bySource: ReadonlyMap<Source, readonly TextRange[]>,
  { path, text }: Source,
): readonly TextRange[] => [...bySource].find(([of]) => of.path === path && of.text === text)?.[1] ?? [];

function errorsIn(source: Source, readBeside: ReadBeside): readonly Diagnostic[] {
  const bag = new DiagnosticBag();
  fp.parse(source, bag, { ...plainText, readBeside });
  return bag.errors();
}

export function replaced(text: string, ranges: readonly TextRange[], name: string): string {
  const sorted = [...ranges].sort((a, b) => b.start - a.start);
  return sorted.reduce((all, { start, end }) => all.slice(0, start) + name + all.slice(end), text);
}

/** A name that means something else in the second outline; null: all mean the same. */
function changedMeaning(before: Outline, after: Outline): string | null {
  const numbers = (outline: Outline): readonly number[] =>
    outline.uses.map(({ symbol }) => (symbol === null ? -1 : outline.symbols.indexOf(symbol)));
  const [first, second] = [numbers(before), numbers(after)];
  const other = after.uses.find((_, i) => first[i] !== second[i]);
  if (other !== undefined) return other.name;
  return before.symbols.length === after.symbols.length ? null : (after.symbols.at(-1)?.name ?? '');
}
