import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { unsupported } from '../../../diagnostics/diagnostic.js';
import { Source, covering, sourceSpan } from '../../../diagnostics/span.js';
import type { Span } from '../../../diagnostics/span.js';
import { didYouMean } from '../../../support/suggest.js';
import { at } from '../../../support/invariant.js';
import type { ReadingContext } from '../../frontend.js';
import type { CLine, CToken } from './c-token.js';
import { conditionHolds } from './pp-condition.js';
import { builtInHeaders, builtInMacros } from './headers.js';
import { Expander } from './macro-expander.js';
import type { CMacro, MacroTable } from './macro-expander.js';
import { CScanner } from './scan.js';

/** The tokens of a text with all that it includes, ended by one of kind `end`. */
export function preprocess(source: Source, context: ReadingContext, bag: DiagnosticBag): readonly CToken[] {
  return new Preprocessor(context, bag).run(source);
}

const maxIncludes = 50;

/** By what a pragma begins with. */
const pragmasWithMeaning: ReadonlySet<string> = new Set([
  ...['pack', 'ms_struct', 'scalar_storage_order', 'options', 'align'],
  ...['push_macro', 'pop_macro', 'redefine_extname', 'weak', 'omp', 'acc'],
]);

/** One `#if` that is open. */
interface OpenCondition {
  /** What stands here is read. */
  active: boolean;
  /** A branch has been taken, or what is around is left out. */
  done: boolean;
  hadElse: boolean;
  readonly span: Span;
}

class Preprocessor {
  readonly #macros: MacroTable = new Map();
  readonly #expander: Expander;
  readonly #out: CToken[] = [];
  readonly #once = new Set<string>();
  readonly #included: string[] = [];
  #text: CToken[] = [];

  constructor(
    private readonly context: ReadingContext,
    private readonly bag: DiagnosticBag,
  ) {
    this.#expander = new Expander(this.#macros, bag);
  }

  run(source: Source): readonly CToken[] {
    this.#file(new Source('<built-in>', builtInMacros));
    for (const define of this.context.defines) this.#commandLine(define);
    this.#file(source);
    const end = sourceSpan(source, source.text.length, source.text.length);
    return [...this.#out, { kind: 'end', text: '', spaced: true, span: end }];
  }

  /** `NAME` or `NAME=VALUE`. */
  #commandLine(define: string): void {
    const equals = define.indexOf('=');
    const [name, value] = equals === -1 ? [define, '1'] : [define.slice(0, equals), define.slice(equals + 1)];
    this.#file(new Source('<command line>', `#define ${name} ${value}\n`));
  }

  #file(source: Source): void {
    const conditions: OpenCondition[] = [];
    for (const line of new CScanner(source, this.bag).lines()) {
      if (line.isDirective) {
        this.#flush();
        this.#directive(line, conditions, source);
      } else if (conditions.every(({ active }) => active))
        for (const token of line.tokens) this.#text.push(token);
    }
    this.#flush();
    for (const { span } of conditions) this.bag.report('E103', span, 'this condition has no #endif');
  }

  #flush(): void {
    const tokens = this.#expander.expand(this.#text);
    for (const [i, token] of tokens.entries())
      if (!isOfPragma(tokens, i)) this.#out.push(token);
      else if (token.kind === 'string') refuseMeaning(/^"\s*(\w*)/.exec(token.text)?.[1] ?? '', token.span);
    this.#text = [];
  }

  #directive(line: CLine, conditions: OpenCondition[], source: Source): void {
    const [name, ...rest] = line.tokens;
    if (name === undefined) return;
    if (this.#conditional(name, rest, conditions)) return;
    if (conditions.some(({ active }) => !active)) return;
    const span = covering(name.span, (rest.at(-1) ?? name).span);
    switch (name.text) {
      case 'define':
        return this.#define(rest, name.span);
      case 'undef':
        if (rest[0] !== undefined) this.#macros.delete(rest[0].text);
        return;
      case 'include':
        return this.#include(rest, span, source);
      case 'error':
        return this.bag.report(
          'E103',
          span,
          `the text says: ${wordsOf(rest)}`,
          'Give what it asks for with -D NAME=VALUE.',
        );
      case 'warning':
        return this.bag.report('W605', span, `the text says: ${wordsOf(rest)}`);
      case 'pragma':
        this.#pragma(rest, span, source);
        return;
      case 'line':
        return;
      default: {
        const known = [
          'define',
          'undef',
          'include',
          'if',
          'ifdef',
          'ifndef',
          'else',
          'elif',
          'endif',
          'error',
          'pragma',
        ];
        this.bag.report(
          'E103',
          name.span,
          `there is no directive #${name.text}`,
          didYouMean(name.text, known),
        );
      }
    }
  }

  #pragma(rest: readonly CToken[], span: Span, source: Source): void {
    const { text } = rest[0] ?? { text: '' };
    if (text === 'once') this.#once.add(source.path);
    refuseMeaning(text, span);
  }

  /** Directives of conditions; false for others. */
  #conditional(name: CToken, rest: readonly CToken[], conditions: OpenCondition[]): boolean {
    const last = conditions.at(-1);
    switch (name.text) {
      case 'if':
      case 'ifdef':
      case 'ifndef': {
        const isRead = conditions.every(({ active }) => active);
        const active = isRead && this.#holds(name, rest);
        conditions.push({ active, done: !isRead || active, hadElse: false, span: name.span });
        return true;
      }
      case 'elif':
      case 'else':
        if (last === undefined || last.hadElse) {
          this.bag.report('E103', name.span, `#${name.text} without #if`);
          return true;
        }
        last.hadElse = name.text === 'else';
        last.active = !last.done && (last.hadElse || this.#holds(name, rest));
        last.done ||= last.active;
        return true;
      case 'endif':
        if (conditions.pop() === undefined) this.bag.report('E103', name.span, '#endif without #if');
        return true;
      default:
        return false;
    }
  }

  #holds(name: CToken, rest: readonly CToken[]): boolean {
    const [first] = rest;
    if (first === undefined) {
      this.bag.report('E103', name.span, `#${name.text} needs a condition`);
      return false;
    }
    if (name.text === 'ifdef') return this.#macros.has(first.text);
    if (name.text === 'ifndef') return !this.#macros.has(first.text);
    return conditionHolds(rest, this.#macros, this.#expander, this.bag);
  }

  #define(tokens: readonly CToken[], span: Span): void {
    const [name, open] = tokens;
    if (name === undefined || name.kind !== 'name')
      return this.bag.report('E103', name?.span ?? span, '#define needs a name');
    if (open?.text !== '(' || open.spaced) {
      this.#macros.set(name.text, {
        name: name.text,
        params: null,
        isVariadic: false,
        body: tokens.slice(1),
      });
      return;
    }
    const close = tokens.findIndex((token) => token.text === ')');
    const params = close === -1 ? null : paramsOf(tokens.slice(2, close));
    if (params === null)
      return this.bag.report(
        'E103',
        open.span,
        `the parameters of the macro ${name.text} are not written as names with commas between`,
      );
    this.#macros.set(name.text, { name: name.text, ...params, body: tokens.slice(close + 1) });
  }

  #include(written: readonly CToken[], span: Span, from: Source): void {
    const tokens = written[0]?.kind === 'name' ? this.#expander.expand(written) : written;
    const [first] = tokens;
    if (first === undefined) return this.bag.report('E103', span, '#include needs the name of a file');
    const isLocal = first.kind === 'string';
    const name = isLocal
      ? first.text.slice(1, -1)
      : tokens
          .slice(1, -1)
          .map(({ text }) => text)
          .join('');
    if (this.#included.length >= maxIncludes)
      unsupported('includes nest too deep', span, 'does a file include itself?');
    const found = this.#find(name, isLocal, from);
    if (found === null) {
      const hint = isLocal
        ? 'Local files are looked for beside the file that includes them, and in the folders of --include.'
        : (didYouMean(name, builtInHeaders.keys()) ?? `Known are ${[...builtInHeaders.keys()].join(', ')}.`);
      return this.bag.report('E001', span, `there is no file ${name} to include`, hint);
    }
    if (this.#once.has(found.path)) return;
    this.#included.push(found.path);
    this.#file(found);
    this.#included.pop();
  }

  #find(name: string, isLocal: boolean, from: Source): Source | null {
    const beside = isLocal ? this.context.readBeside(from.path, name) : null;
    if (beside !== null) return beside;
    const text = builtInHeaders.get(name);
    if (text === undefined) return isLocal ? null : this.context.readBeside(from.path, name);
    return new Source(`<${name}>`, text);
  }
}

/** Compilers skip what they do not know; what changes the meaning of the program with one that does is refused. */
function refuseMeaning(text: string, span: Span): void {
  if (pragmasWithMeaning.has(text))
    unsupported(`#pragma ${text}`, span, 'write attributes where they belong');
}

/** `_Pragma("...")`, which says nothing here. */
const isOfPragma = (tokens: readonly CToken[], i: number): boolean =>
  [0, 1, 2, 3].some(
    (back) =>
      tokens[i - back]?.text === '_Pragma' &&
      tokens[i - back + 1]?.text === '(' &&
      tokens[i - back + 2]?.kind === 'string',
  );

const wordsOf = (tokens: readonly CToken[]): string => tokens.map(({ text }) => text).join(' ');

function paramsOf(tokens: readonly CToken[]): Pick<CMacro, 'params' | 'isVariadic'> | null {
  const params: string[] = [];
  let isVariadic = false;
  for (let i = 0; i < tokens.length; i += 2) {
    const token = at(tokens, i);
    const comma = tokens[i + 1];
    if (token.text === '...') {
      params.push('__VA_ARGS__');
      isVariadic = true;
    } else if (token.kind !== 'name') return null;
    else params.push(token.text);
    if (comma?.text === '...' && i + 2 === tokens.length) isVariadic = true;
    else if (comma !== undefined && (comma.text !== ',' || isVariadic)) return null;
  }
  return { params, isVariadic };
}
