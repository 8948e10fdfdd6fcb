import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';
import { at } from '../../support/check.js';
import { suggest } from '../../support/suggest.js';
import { hasText } from './tokens.js';
import type { Token } from './tokens.js';

/** The tokens are no item: `where` is the first that cannot stand there; null: something is missing at the end. */
export function reportUnread(
  source: Source,
  tokens: readonly Token[],
  where: number | null,
  bag: DiagnosticBag,
): void {
  const token = at(tokens, where ?? tokens.length - 1);
  const shown = source.text.slice(token.start, Math.min(token.end, token.start + 40));
  const message = where === null ? `this ends too early after \`${shown}\`` : `unexpected \`${shown}\``;
  bag.report('E103', sourceSpan(source, token.start, token.end), message, hintFor(tokens));
}

function hintFor(tokens: readonly Token[]): string {
  const [first, second] = tokens;
  if (first?.type === 'number') {
    return hasText(second, ':')
      ? hintForStatement(tokens[2], tokens[3])
      : 'a statement is written `12: nop;`';
  }
  if (first?.type !== 'keyword') return 'a statement has a label: `12: nop;`';
  switch (first.text) {
    case 'shared':
    case 'local':
      return 'variables are declared by `shared B0, B1;` and `local t0, t1;`';
    case 'process':
      return 'a process begins with `process 1`';
    case 'assert':
      return 'a property is written `assert always (pc{1} != 11);` or `assert final (B0 == 1);`';
    default:
      return 'a statement has a label: `12: nop;`';
  }
}

const actions = ['nop', 'store', 'load', 'if', 'assume', 'begin_atomic', 'end_atomic', 'barrier'];

function hintForStatement(token: Token | undefined, next: Token | undefined): string {
  const meant = token?.type === 'name' && !hasText(next, '=') ? suggest(token.text, actions) : null;
  if (meant !== null) return `did you mean \`${meant}\`?`;
  if (token?.type === 'name') return 'an assignment is written `t0 = 0` or `t0 = choose(B0 != 0, B0 == 0)`';
  switch (token?.type === 'keyword' ? token.text : '') {
    case 'store':
      return 'a store is written `store B0 = t0` or `store B0 = choose(t0 != 0, t0 == 0)`';
    case 'load':
      return 'a load is written `load t0 = B0`';
    case 'if':
      return 'a jump is written `if (t0 != 0) goto 12`';
    case 'goto':
      return 'a jump has a condition: `if (true) goto 12`';
    case 'assume':
      return 'an assumption is written `assume(t0 != 0)`';
    default:
      return `a statement is an assignment or begins with ${actions.join(', ')}`;
  }
}
