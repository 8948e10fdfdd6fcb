import type { Chart } from './chart.js';
import type { GrammarSymbol } from './nearley-column.js';

/** The rules that a message calls by a name; into others it looks. */
const titles: ReadonlyMap<string, string> = new Map([
  ['statement', 'a statement'],
  ['labels', 'a statement'],
  ['simple', 'a statement'],
  ['compound', 'a statement'],
  ['predicate', 'a predicate'],
  ['expression', 'an expression'],
  ['title', 'an expression'],
  ['quantified', 'an expression'],
  ['choice', 'an expression'],
  ['open', 'an expression'],
  ['implication', 'an expression'],
  ['disjunction', 'an expression'],
  ['conjunction', 'an expression'],
  ['until', 'an expression'],
  ['temporal', 'an expression'],
  ['prefixed', 'an expression'],
  ['relation', 'an expression'],
  ['sum', 'an expression'],
  ['product', 'an expression'],
  ['unary', 'an expression'],
  ['place', 'a variable'],
  ['locked_call', 'an expression'],
  ['word', 'a name'],
  ['callee', 'a name'],
]);

const operators: ReadonlySet<string> = new Set([
  ...[
    '?',
    '->',
    '||',
    '&&',
    '|',
    '^',
    '&',
    '==',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    '<<',
    '>>',
    '+',
    '-',
    '*',
    '/',
    '%',
  ],
]);

/** After a name in an expression these may follow, but hardly ever are what was forgotten. */
const continuations: ReadonlySet<string> = new Set(['`.`', '`at`', '`(`', '`[`', '`:`']);

/** What may come next, in words: "`;` or an operator". */
export function expectedWords(chart: Chart<unknown>): string {
  const words = new Set<string>();
  const seen = new Set<string>();
  const look = (symbol: GrammarSymbol): void => {
    if (typeof symbol !== 'string') {
      words.add(tokenTitle(symbol));
      return;
    }
    const title = titles.get(symbol);
    if (title !== undefined) words.add(title);
    else if (!seen.has(symbol)) {
      seen.add(symbol);
      chart.firstOf(symbol).forEach(look);
    }
  };
  chart.expected().forEach(look);
  const hasExpression = words.has('an expression');
  // A procedure may be called there, too.
  if (hasExpression) words.delete('a name');
  const hidesThem = words.has(anOperator) || hasExpression;
  return listing([...words].filter((word) => !(hidesThem && continuations.has(word))));
}

const anOperator = 'an operator';

function tokenTitle(symbol: Exclude<GrammarSymbol, string>): string {
  if ('literal' in symbol) return operators.has(symbol.literal) ? anOperator : `\`${symbol.literal}\``;
  switch (symbol.type) {
    case 'name':
      return 'a name';
    case 'number':
      return 'a number';
    case 'string':
      return 'the name of a file';
    default:
      return anOperator;
  }
}

/** What is forgotten most comes first. */
function listing(words: readonly string[]): string {
  const rank = (word: string): number =>
    word === '`;`' || word === '`=`' ? 0 : word.startsWith('`') ? 1 : 2;
  const sorted = [...words].sort((a, b) => rank(a) - rank(b));
  if (sorted.length <= 1) return sorted[0] ?? 'nothing more';
  return `${sorted.slice(0, -1).join(', ')} or ${sorted.slice(-1).join('')}`;
}
