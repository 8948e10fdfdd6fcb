import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { sourceSpan } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import { actionMeant, actions, openerMeant, operatorMeant, types } from './meant.js';
import { hasText } from './tokens.js';
import type { BlToken } from './tokens.js';

/**
 * The tokens are no item: `where` is the first that cannot stand there; null: something is missing at the end. Those
 * before may be a whole one.
 */
export function reportUnread(
  source: Source,
  tokens: readonly BlToken[],
  { where, isWhole }: { readonly where: number | null; readonly isWhole: boolean },
  bag: DiagnosticBag,
): void {
  const report = (token: BlToken, message: string, hint: string): void =>
    bag.report('E103', sourceSpan(source, token.start, token.end), message, hint);
  const action = unknownAction(tokens);
  if (action !== null) {
    const meant = actionMeant(action.text);
    const hint = meant === null ? statementHint : `did you mean \`${meant}\`?`;
    report(action, `there is no statement \`${action.text}\``, hint);
    return;
  }
  const token = at(tokens, where ?? tokens.length - 1);
  if (where === null && tokens.length === 1 && hasText(token, 'process')) {
    report(token, '`process` without a number', processHint);
    return;
  }
  const shown = source.text.slice(token.start, Math.min(token.end, token.start + 40));
  const message = where === null ? `this ends too early after \`${shown}\`` : `unexpected \`${shown}\``;
  const operator = where !== null && token.type === 'name' ? operatorMeant(token.text) : null;
  if (operator !== null) report(token, message, `write \`${operator}\``);
  else if (isWhole && tokens[0]?.type === 'number') report(token, message, 'a `;` belongs before it');
  else report(token, message, hintFor(tokens, where));
}

const processHint = 'a process begins with `process 1`';
const propertyHint = 'a property is written `assert always (pc{1} != 11);` or `assert final (B0 == 1);`';
const labelHint = 'a statement has a label: `12: nop;`';
const statementHint = `a statement is an assignment or begins with ${actions.join(', ')}`;

/** The word after the label, if it is followed by what no variable is followed by. */
function unknownAction([label, colon, word, next]: readonly BlToken[]): (BlToken & { type: 'name' }) | null {
  if (label?.type !== 'number' || !hasText(colon, ':') || word?.type !== 'name') return null;
  return next?.type === 'symbol' && next.text !== '(' ? null : { ...word, type: 'name' };
}

function hintFor(tokens: readonly BlToken[], where: number | null): string {
  const [first, second] = tokens;
  if (first?.type === 'number') {
    return hasText(second, ':')
      ? hintForStatement(tokens[2], tokens[3])
      : 'a statement is written `12: nop;`';
  }
  const isColon = where !== null && hasText(tokens[where], ':');
  if (first?.type === 'name') return isColon ? 'labels are numbers: `12: nop;`' : hintForWord(tokens);
  if (first?.type !== 'keyword') return labelHint;
  switch (first.text) {
    case 'shared':
    case 'local':
      return 'variables are declared by `shared B0, B1;` and `local t0, t1;`';
    case 'init':
      return isColon ? 'write `init` without a colon' : 'the initialisation begins with `init`';
    case 'process':
      return isColon && second?.type === 'number'
        ? `write \`process ${second.text}\` without a colon`
        : processHint;
    case 'assert':
      return propertyHint;
    default:
      return labelHint;
  }
}

/** An item that begins with no word of the language. */
function hintForWord(tokens: readonly BlToken[]): string {
  const [first, second] = tokens;
  const word = first !== undefined && 'text' in first ? first.text : '';
  if (hasText(second, ':')) return 'labels are numbers: `12: nop;`';
  const meant = openerMeant(tokens);
  switch (meant) {
    case null:
      return labelHint;
    case 'assert': {
      const kind = /(always|final)$/i.exec(word)?.[1];
      return `did you mean \`assert${kind === undefined ? '' : ` ${kind.toLowerCase()}`}\`?`;
    }
    case 'shared':
      return second?.type === 'name' && types.has(word.toLowerCase())
        ? `variables are declared by \`shared ${second.text};\` or \`local ${second.text};\``
        : 'did you mean `shared`?';
    default:
      return `did you mean \`${meant}\`?`;
  }
}

function hintForStatement(token: BlToken | undefined, next: BlToken | undefined): string {
  if (token?.type === 'name' && hasText(next, ':')) return 'an assignment is written `t0 = 0`';
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
      return statementHint;
  }
}
