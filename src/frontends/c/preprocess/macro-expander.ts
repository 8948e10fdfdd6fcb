import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { lineOf } from '../../../diagnostics/span.js';
import type { Span } from '../../../diagnostics/span.js';
import { at } from '../../../support/invariant.js';
import type { CToken } from './c-token.js';

export interface CMacro {
  readonly name: string;
  /** Null: it is used without brackets. A variadic one has `__VA_ARGS__` as its last. */
  readonly params: readonly string[] | null;
  readonly isVariadic: boolean;
  readonly body: readonly CToken[];
}

export type MacroTable = Map<string, CMacro>;

/** More tokens than this come out of no program that people write. */
const maxTokens = 400_000;

/**
 * Expands macros by the algorithm of C11 6.10.3 with hide sets. What a macro makes stands where the macro is used first,
 * in the user's text; what its arguments bring along stays where it is written.
 */
export class Expander {
  #made = 0;

  constructor(
    private readonly macros: ReadonlyMap<string, CMacro>,
    private readonly bag: DiagnosticBag,
  ) {}

  expand(tokens: readonly CToken[]): readonly CToken[] {
    const out: CToken[] = [];
    const open = tokens.toReversed();
    for (let token = open.pop(); token !== undefined; token = open.pop()) {
      if (token.kind !== 'name' || !this.#replace(token, open)) out.push(token);
    }
    return out;
  }

  /** Puts the replacement of a macro in front of what is still to be read; false: the token is no use of one. */
  #replace(token: CToken, open: CToken[]): boolean {
    if (token.text === '__LINE__') {
      open.push({ ...token, kind: 'number', text: String(lineOf(token.span) ?? 0) });
      return true;
    }
    const macro = this.macros.get(token.text);
    if (macro === undefined || token.hidden?.has(token.text) === true) return false;
    if (macro.params === null) {
      this.#push(
        open,
        this.#substituted(macro, [], token),
        token,
        new Set([...(token.hidden ?? []), macro.name]),
      );
      return true;
    }
    if (open.at(-1)?.text !== '(') return false;
    const read = this.#arguments(macro, token, open);
    if (read === null) return true;
    const common = [...(token.hidden ?? [])].filter((name) => read.close.hidden?.has(name) === true);
    this.#push(open, this.#substituted(macro, read.args, token), token, new Set([...common, macro.name]));
    return true;
  }

  #push(open: CToken[], made: readonly CToken[], from: CToken, hidden: ReadonlySet<string>): void {
    this.#made += made.length;
    if (this.#made > maxTokens) unsupported('macros make too long a text here', from.span);
    for (const token of made.toReversed()) {
      const all = token.hidden === undefined ? hidden : new Set([...token.hidden, ...hidden]);
      open.push({ ...token, hidden: all });
    }
  }

  /** Takes the arguments away; null, with a report, if they do not fit. */
  #arguments(
    macro: CMacro,
    name: CToken,
    open: CToken[],
  ): { readonly args: readonly (readonly CToken[])[]; readonly close: CToken } | null {
    open.pop();
    const args: CToken[][] = [[]];
    const params = macro.params ?? [];
    let depth = 0;
    for (let token = open.pop(); token !== undefined; token = open.pop()) {
      if (token.text === ')' && depth === 0) {
        const given = params.length === 0 && args.length === 1 && at(args, 0).length === 0 ? [] : args;
        if (macro.isVariadic && given.length === params.length - 1) given.push([]);
        if (given.length === params.length) return { args: given, close: token };
        this.bag.report(
          'E301',
          name.span,
          `the macro ${macro.name} takes ${params.length} arguments, not ${given.length}`,
        );
        return null;
      }
      if (token.text === '(') depth++;
      if (token.text === ')') depth--;
      const isRest = macro.isVariadic && args.length === params.length;
      if (token.text === ',' && depth === 0 && !isRest) args.push([]);
      else args.at(-1)?.push(token);
    }
    this.bag.report('E103', name.span, `the brackets behind the macro ${macro.name} are not closed`);
    return null;
  }

  #substituted(macro: CMacro, args: readonly (readonly CToken[])[], use: CToken): readonly CToken[] {
    const params = macro.params ?? [];
    const { body } = macro;
    const expanded = new Map<number, readonly CToken[]>();
    const out: CToken[] = [];
    const argument = (token: CToken | undefined): number =>
      token?.kind === 'name' ? params.indexOf(token.text) : -1;
    for (let i = 0; i < body.length; i++) {
      const token = at(body, i);
      const next = body[i + 1];
      if (token.text === '#' && macro.params !== null && argument(next) >= 0) {
        out.push(stringOf(at(args, argument(next)), { ...use, spaced: token.spaced }));
        i++;
      } else if (token.text === '##' && next !== undefined && i > 0) {
        this.#paste(
          out,
          argument(next) >= 0 ? at(args, argument(next)) : [placed(next, use.span)],
          macro,
          argument(next),
          use,
        );
        i++;
      } else if (argument(token) >= 0) {
        const number = argument(token);
        const raw = at(args, number);
        if (next?.text === '##')
          for (const each of raw.length === 0 ? [{ ...use, text: '' }] : raw) out.push(each);
        else {
          const whole = expanded.get(number) ?? this.expand(raw);
          expanded.set(number, whole);
          for (const [k, t] of whole.entries()) out.push(k === 0 ? { ...t, spaced: token.spaced } : t);
        }
      } else out.push(placed(token, use.span));
    }
    // An empty argument before ## stood for nothing.
    return out.filter((token) => token.text !== '');
  }

  /** `a ## b`; the comma of `, ## __VA_ARGS__` goes where there are none (a common extension). */
  #paste(out: CToken[], right: readonly CToken[], macro: CMacro, param: number, use: CToken): void {
    const isRest = macro.isVariadic && param === (macro.params ?? []).length - 1;
    if (isRest && out.at(-1)?.text === ',') {
      if (right.length === 0) out.pop();
      else for (const each of right) out.push(each);
      return;
    }
    const [first, ...rest] = right;
    const left = out.pop();
    if (left === undefined || first === undefined) {
      if (left !== undefined) out.push(left);
      if (first !== undefined) out.push(first, ...rest);
      return;
    }
    const text = left.text + first.text;
    const kind = left.text === '' ? first.kind : kindOfText(text);
    if (kind === null)
      this.bag.report('E103', use.span, `${left.text} and ${first.text} do not make one token`);
    out.push({ kind: kind ?? left.kind, text, spaced: left.spaced, span: use.span }, ...rest);
  }
}

const placed = (token: CToken, span: Span): CToken => ({ ...token, span });

function kindOfText(text: string): CToken['kind'] | null {
  if (/^[A-Za-z_$][\w$]*$/.test(text)) return 'name';
  if (/^\.?[0-9][\w.]*$/.test(text)) return 'number';
  return /^(?:->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<=|>>=)$/.test(text) ? 'punctuator' : null;
}

function stringOf(tokens: readonly CToken[], use: CToken): CToken {
  const text = tokens
    .map((token, i) => {
      const quoted =
        token.kind === 'string' || token.kind === 'char' ? token.text.replace(/[\\"]/g, '\\$&') : token.text;
      return i > 0 && token.spaced ? ` ${quoted}` : quoted;
    })
    .join('');
  return { kind: 'string', text: `"${text}"`, spaced: use.spaced, span: use.span };
}
