import { field, listField, textField } from '../../../src/support/json-fields.js';

/** A part of a line and the innermost scope that the grammar gives it. */
export interface ScopedText {
  readonly text: string;
  readonly scope: string;
}

interface Rule {
  readonly scope: string | null;
  readonly begin: RegExp;
  /** Null: what `begin` matches is all. */
  readonly end: RegExp | null;
  readonly endScope: string | null;
  readonly captures: unknown;
  readonly patterns: readonly unknown[];
}

/** As much of TextMate's rules as our grammar needs: match, begin and end, captures, include. Its expressions are those of JavaScript. */
export class TextMateGrammar {
  constructor(private readonly grammar: unknown) {}

  tokenise(text: string): readonly ScopedText[] {
    const open: Rule[] = [];
    return text.split('\n').flatMap((line) => this.#line(line, open));
  }

  #line(line: string, open: Rule[]): readonly ScopedText[] {
    const found: ScopedText[] = [];
    for (let from = 0; from <= line.length;) {
      const inside = open.at(-1) ?? null;
      const rules = this.#rules(inside === null ? listField(this.grammar, 'patterns') : inside.patterns);
      const end = inside?.end ?? null;
      const best = earliest(line, from, [...(end === null ? [] : [end]), ...rules.map(({ begin }) => begin)]);
      const stop = best?.match.index ?? line.length;
      if (stop > from) found.push({ text: line.slice(from, stop), scope: inside?.scope ?? '' });
      if (best === null) break;
      const [whole] = best.match;
      if (best.pattern === end) {
        found.push({ text: whole, scope: inside?.endScope ?? inside?.scope ?? '' });
        open.pop();
      } else {
        const rule = rules.find(({ begin }) => begin === best.pattern);
        if (rule !== undefined) {
          found.push(...captured(best.match, rule));
          if (rule.end !== null) open.push(rule);
        }
      }
      from = best.match.index + whole.length;
      if (whole === '') from++;
    }
    return found;
  }

  #rules(patterns: readonly unknown[]): readonly Rule[] {
    return patterns.flatMap((pattern): readonly Rule[] => {
      const included = textField(pattern, 'include');
      if (included !== null)
        return this.#rules([field(field(this.grammar, 'repository'), included.slice(1))]);
      const begin = textField(pattern, 'match') ?? textField(pattern, 'begin');
      const inner = listField(pattern, 'patterns');
      if (begin === null) return this.#rules(inner);
      const end = textField(pattern, 'end');
      return [
        {
          scope: textField(pattern, 'name'),
          begin: new RegExp(begin, 'dg'),
          end: end === null ? null : new RegExp(end, 'dg'),
          endScope: textField(field(field(pattern, 'endCaptures'), '0'), 'name'),
          captures: field(pattern, 'captures') ?? field(pattern, 'beginCaptures'),
          patterns: inner,
        },
      ];
    });
  }
}

function earliest(
  line: string,
  from: number,
  patterns: readonly RegExp[],
): { readonly pattern: RegExp; readonly match: RegExpExecArray } | null {
  let best: { readonly pattern: RegExp; readonly match: RegExpExecArray } | null = null;
  for (const pattern of patterns) {
    pattern.lastIndex = from;
    const match = pattern.exec(line);
    if (match !== null && (best === null || match.index < best.match.index)) best = { pattern, match };
  }
  return best;
}

function captured(match: RegExpExecArray, { scope, captures }: Rule): readonly ScopedText[] {
  const parts: ScopedText[] = [];
  let from = match.index;
  const source = match.input;
  for (const [i, range] of (match.indices ?? []).entries()) {
    const name = textField(field(captures, String(i)), 'name');
    if (i === 0 || range === undefined || name === null) continue;
    if (range[0] > from) parts.push({ text: source.slice(from, range[0]), scope: scope ?? '' });
    parts.push({ text: source.slice(range[0], range[1]), scope: name });
    from = range[1];
  }
  const end = match.index + match[0].length;
  if (end > from) parts.push({ text: source.slice(from, end), scope: scope ?? '' });
  return parts;
}
