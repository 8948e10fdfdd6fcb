import type { DeclaredSymbol, SymbolKind } from '../../frontends/fp/outline/outline.js';
import { SymbolScopes } from '../../frontends/fp/outline/symbol-scopes.js';
import type { OutlineWord } from '../../frontends/fp/outline/outline-words.js';
import { temporalLetters } from '../../lang/program/keywords.js';
import type { OpenText } from './open-text.js';

/** Something that may stand at a place. */
export type Proposal =
  | { readonly kind: 'symbol'; readonly symbol: DeclaredSymbol }
  | { readonly kind: 'word'; readonly label: string }
  /** With places to fill in, as editors write them: `${1:x}`, `$0`. */
  | { readonly kind: 'snippet'; readonly label: string; readonly body: string };

const snippet = (label: string, body: string): Proposal => ({ kind: 'snippet', label, body });
const word = (label: string): Proposal => ({ kind: 'word', label });

const itemProposals: readonly Proposal[] = [
  snippet('shared', 'shared int ${1:x} = ${2:0};'),
  snippet('const', 'const ${1:N} = ${2:2};'),
  snippet('thread', 'thread ${1:P} {\n  $0\n}'),
  snippet('thread (several)', 'thread ${1:P}(me: 0..${2:1}) {\n  $0\n}'),
  snippet('process', 'process ${1:P}(me) {\n  $0\n}'),
  snippet('invariant', 'invariant ${1:name}: $0;'),
  snippet('final', 'final ${1:name}: $0;'),
  snippet('ltl', 'ltl ${1:name}: G ($0);'),
  snippet('predicates', 'predicates {\n  $0\n}'),
  snippet('enum', 'enum ${1:State} { ${2:Idle}, ${3:Busy} }'),
  snippet('struct', 'struct ${1:Node} { int ${2:next}; }'),
  snippet('exists', 'exists ${1:name}: $0;'),
  snippet('inline', 'inline ${1:name}($2) {\n  $0\n}'),
  snippet('include', 'include "$1"'),
];

const statementProposals: readonly Proposal[] = [
  snippet('local', 'local int ${1:r} = ${2:0};'),
  snippet('if', 'if ($1) {\n  $0\n}'),
  snippet('while', 'while ($1) {\n  $0\n}'),
  snippet('do', 'do {\n  $0\n} while ($1);'),
  snippet('for', 'for (${1:i} in 0..${2:1}) {\n  $0\n}'),
  snippet('either', 'either {\n  $1\n} or {\n  $2\n}'),
  snippet('atomic', 'atomic {\n  $0\n}'),
  snippet('locked', 'locked {\n  $0\n}'),
  snippet('assert', 'assert($1);'),
  snippet('assume', 'assume($1);'),
  snippet('goto', 'goto $1;'),
  snippet('havoc', 'havoc $1;'),
  ...['fence;', 'fence(ww);', 'skip;', 'break;', 'continue;', 'return'].map(word),
];

const callProposals: readonly Proposal[] = [
  snippet('cas', 'cas(${1:x}, ${2:expected}, ${3:value})'),
  snippet('xchg', 'xchg(${1:x}, ${2:value})'),
  snippet('fetch_add', 'fetch_add(${1:x}, ${2:1})'),
];

/** What may stand at a place of the text, which is half-typed there. */
export function proposalsAt(text: OpenText, offset: number): readonly Proposal[] {
  const typed = text.words.findIndex(({ start, end }) => offset > start && offset <= end);
  const isTyping = typed !== -1 && /^\w/.test(text.words[typed]?.text ?? '');
  const next = text.words.findIndex(({ start }) => start >= offset);
  const here = isTyping ? typed : next === -1 ? text.words.length : next;
  const before = text.words[here - 1]?.text ?? '';
  const item = text.itemAt(offset);
  if (before === '.' || before === 'at') return ownedAt(text, here, item, before);
  if (before === 'goto') return ownedBy(text, item, (kind) => kind === 'label');
  if (before === 'local' || before === 'shared')
    return [...['int', 'bool'].map(word), ...named(text, ['enum', 'struct'])];
  if (before === 'in' && quantifies(text.words, here)) return named(text, ['thread', 'process']);
  const isStart = before === '' || /^[;{}]$/.test(before) || isLabelEnd(text.words, here);
  if (item !== null && (isStart || before === ')')) return statementsAt(text, offset, item);
  if (item === null && isStart && !isInPredicates(text.words, here)) return itemProposals;
  return expressionsAt(text, offset, item, here);
}

const symbols = (found: readonly DeclaredSymbol[]): readonly Proposal[] =>
  found.map((symbol) => ({ kind: 'symbol', symbol }));

const named = (text: OpenText, kinds: readonly SymbolKind[]): readonly Proposal[] =>
  symbols(text.outline.symbols.filter(({ kind }) => kinds.includes(kind)));

const ownedBy = (
  text: OpenText,
  owner: DeclaredSymbol | null,
  fits: (kind: SymbolKind) => boolean,
): readonly Proposal[] =>
  owner === null
    ? []
    : symbols(text.outline.symbols.filter((symbol) => symbol.owner === owner && fits(symbol.kind)));

/** Behind a dot the locals of a thread or the fields of a structure, behind `at` labels. */
function ownedAt(
  text: OpenText,
  here: number,
  item: DeclaredSymbol | null,
  before: string,
): readonly Proposal[] {
  const scopes = new SymbolScopes(text.outline.symbols);
  const owner = scopes.ownerAt(text.source, text.words, here - 2, item);
  return ownedBy(text, owner, (kind) =>
    before === 'at' ? kind === 'label' : kind === 'local' || kind === 'field',
  );
}

/** What a thread sees by its plain name at a place. */
function visibleAt(text: OpenText, offset: number, item: DeclaredSymbol | null): readonly Proposal[] {
  const isNear = ({ within }: DeclaredSymbol): boolean =>
    within !== null && offset >= within.start && offset <= within.end;
  return symbols(
    text.outline.symbols.filter((symbol) => {
      const { kind, owner } = symbol;
      if (kind === 'counter' || kind === 'binder') return isNear(symbol);
      if (kind === 'local' || kind === 'parameter') return item !== null && owner === item;
      return kind === 'shared' || kind === 'const' || kind === 'member';
    }),
  );
}

const statementsAt = (text: OpenText, offset: number, item: DeclaredSymbol): readonly Proposal[] => [
  ...visibleAt(text, offset, item),
  ...named(text, ['procedure']),
  ...statementProposals,
];

function expressionsAt(
  text: OpenText,
  offset: number,
  item: DeclaredSymbol | null,
  here: number,
): readonly Proposal[] {
  const visible = [...visibleAt(text, offset, item), ...['true', 'false'].map(word)];
  if (item !== null) return [...visible, ...named(text, ['procedure']), ...callProposals];
  const first = firstOfItem(text.words, here);
  const temporal = first === 'ltl' ? [...temporalLetters].map(word) : [];
  const quantifiers = [
    snippet('forall', 'forall ${1:a} in ${2:P}: $0'),
    snippet('exists', 'exists ${1:a} in ${2:P}: $0'),
  ];
  return [...visible, ...named(text, ['thread', 'process']), ...quantifiers, ...temporal];
}

function firstOfItem(words: readonly OutlineWord[], here: number): string {
  let first = Math.min(here, words.length) - 1;
  while (first > 0 && !/^[;}]$/.test(words[first - 1]?.text ?? '')) first--;
  return words[first]?.text ?? '';
}

const isInPredicates = (words: readonly OutlineWord[], here: number): boolean => {
  const open = words.findLastIndex(({ text }, i) => i < here && (text === '{' || text === '}'));
  return words[open]?.text === '{' && words[open - 1]?.text === 'predicates';
};

const isLabelEnd = (words: readonly OutlineWord[], here: number): boolean =>
  words[here - 1]?.text === ':' &&
  words[here - 2]?.isName === true &&
  /^[{};:]$/.test(words[here - 3]?.text ?? '');

/** Whether an `in` belongs to a quantifier. */
function quantifies(words: readonly OutlineWord[], here: number): boolean {
  let i = here - 2;
  while (words[i]?.isName === true || words[i]?.text === '!=') i--;
  return words[i]?.text === 'forall' || words[i + 1]?.text === 'exists';
}
