import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { maxNesting, reportTooDeep } from '../kit/nesting.js';
import { counted } from '../kit/text.js';
import type { Token } from '../kit/token.js';

/** More tokens than this is a macro that runs away. */
const maxTokens = 200_000;

/**
 * The tokens with macro definitions taken out and calls replaced by what they stand for. A macro can be called after its
 * definition; its body may hold anything, also calls, and so may the arguments. Null if a macro or a call is wrong.
 */
export function expandMacros(tokens: readonly Token[], bag: DiagnosticBag): readonly Token[] | null {
  const own = new DiagnosticBag();
  const expanded = new MacroExpander(tokens, own).run();
  for (const diagnostic of own.sorted()) bag.add(diagnostic);
  return own.hasErrors ? null : expanded;
}

interface Macro {
  readonly name: string;
  readonly params: readonly string[];
  readonly body: readonly Token[];
}

/** A token and the macros whose bodies it comes from: none of them can be called by it. */
interface MacroToken {
  readonly token: Token;
  readonly within: ReadonlySet<string>;
}

const nowhere: ReadonlySet<string> = new Set();

class MacroExpander {
  readonly #macros = new Map<string, Macro>();
  readonly #done: Token[] = [];
  /** What is still to be read, the next piece last. */
  readonly #rest: MacroToken[];
  #made = 0;

  constructor(
    tokens: readonly Token[],
    private readonly bag: DiagnosticBag,
  ) {
    this.#rest = tokens.map((token) => ({ token, within: nowhere })).reverse();
  }

  run(): readonly Token[] {
    for (let piece = this.#rest.pop(); piece !== undefined; piece = this.#rest.pop()) {
      const { token } = piece;
      const macro = token.type === 'word' ? this.#macros.get(token.value) : undefined;
      if (token.value === 'macro') this.#define(token);
      else if (token.value === 'endmacro') this.bag.report('E103', token.span, 'endmacro without macro');
      else if (macro === undefined) this.#done.push(token);
      else if (!this.#call(macro, piece)) break;
    }
    return this.#done;
  }

  #define(start: Token): void {
    const name = this.#rest.pop()?.token;
    const params = name?.type === 'word' ? this.#params() : null;
    const body: Token[] = [];
    for (let next = this.#rest.pop(); next?.token.value !== 'endmacro'; next = this.#rest.pop()) {
      if (next === undefined || next.token.value === 'macro') {
        this.bag.report('E103', start.span, 'this macro has no endmacro');
        if (next !== undefined) this.#rest.push(next);
        break;
      }
      body.push(next.token);
    }
    if (name === undefined || params === null) {
      const hint = 'A macro is written: macro NAME(a, b) ... endmacro';
      this.bag.report('E103', start.span, 'this macro has no name or no parameters in brackets', hint);
      return;
    }
    if (this.#macros.has(name.value)) {
      this.bag.report('E202', name.span, `the macro ${name.value} is there twice`);
    } else this.#macros.set(name.value, { name: name.value, params, body });
  }

  /** `(a, b)`; null if it is not that. */
  #params(): readonly string[] | null {
    const names: string[] = [];
    if (this.#rest.pop()?.token.value !== '(') return null;
    for (;;) {
      const name = this.#rest.pop()?.token;
      if (name?.value === ')' && names.length === 0) return names;
      const next = this.#rest.pop()?.token;
      if (name?.type !== 'word' || (next?.value !== ',' && next?.value !== ')')) return null;
      if (names.includes(name.value)) {
        this.bag.report('E202', name.span, `the macro has two parameters ${name.value}`);
      }
      names.push(name.value);
      if (next.value === ')') return names;
    }
  }

  /** Puts what the call stands for in its place; false if that is not to be continued. */
  #call(macro: Macro, { token: head, within }: MacroToken): boolean {
    const call = this.#argumentsOf(macro, head.span);
    if (call === null) return true;
    if (within.has(macro.name) || call.end.within.has(macro.name)) {
      this.bag.report('E205', head.span, `the macro ${macro.name} calls itself`);
      return false;
    }
    const inside = new Set([...within, ...call.end.within, macro.name]);
    if (inside.size > maxNesting) {
      reportTooDeep(head.span, this.bag);
      return false;
    }
    const pieces = macro.body.flatMap((token): readonly MacroToken[] => {
      const param = token.type === 'word' ? macro.params.indexOf(token.value) : -1;
      return param === -1 ? [{ token, within: inside }] : at(call.args, param);
    });
    this.#made += pieces.length;
    if (this.#made > maxTokens) {
      this.bag.report('E004', head.span, `the macros expand to more than ${maxTokens} words and symbols`);
      return false;
    }
    for (let i = pieces.length - 1; i >= 0; i--) this.#rest.push(at(pieces, i));
    return true;
  }

  #argumentsOf(
    macro: Macro,
    call: Span,
  ): { args: readonly (readonly MacroToken[])[]; end: MacroToken } | null {
    const { name, params } = macro;
    const open = this.#rest.pop();
    if (open?.token.value !== '(') {
      if (open !== undefined) this.#rest.push(open);
      this.bag.report('E103', call, `the macro ${name} is called without brackets`, `Write ${name}(...).`);
      return null;
    }
    const args: MacroToken[][] = [[]];
    let depth = 0;
    for (let piece = this.#rest.pop(); piece !== undefined; piece = this.#rest.pop()) {
      const { value } = piece.token;
      if (value === ')' && depth === 0) {
        const given = args.length === 1 && at(args, 0).length === 0 ? [] : args;
        return this.#fits(macro, given, call) ? { args: given, end: piece } : null;
      }
      if (isOpening(value)) depth++;
      if (isClosing(value)) depth--;
      if (value === ',' && depth === 0) args.push([]);
      else at(args, args.length - 1).push(piece);
    }
    const hint = `It takes ${counted(params.length, 'argument')}.`;
    this.bag.report('E103', call, `this call of the macro ${name} never ends`, hint);
    return null;
  }

  #fits({ name, params }: Macro, args: readonly (readonly MacroToken[])[], call: Span): boolean {
    if (args.length !== params.length) {
      const message = `the macro ${name} takes ${counted(params.length, 'argument')}, but here are ${args.length}`;
      this.bag.report('E103', call, message);
      return false;
    }
    if (args.some((arg) => arg.length === 0)) {
      this.bag.report('E103', call, `an argument of the macro ${name} is empty`);
      return false;
    }
    return true;
  }
}

const isOpening = (value: string): boolean => value === '(' || value === '[' || value === '{';
const isClosing = (value: string): boolean => value === ')' || value === ']' || value === '}';
