import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source, Word } from '../../diagnostics/span.js';
import { lineOf } from '../../diagnostics/span.js';
import { local, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Program } from '../../lang/program/program.js';
import { addTo } from '../../support/remembered.js';
import { didYouMean } from '../../support/suggest.js';
import { PrefixParser } from '../kit/longest-prefix.js';
import type { Token } from '../kit/token.js';
import type { SalplCond } from './ast.js';
import { lowerExpr, noCounters } from './expressions.js';
import { tokenise } from '../kit/tokenise.js';
import { whole } from '../kit/whole.js';
import { lexicon } from './lexer.js';
import grammar from './generated/grammar.js';
import { nesting } from './items.js';

const conditions = new PrefixParser<SalplCond>(grammar, 'condition');

/** The predicates of a `.pred` file over the variables of the program, one a line. What is wrong is left out. */
export function parsePredicates(source: Source, program: Program, bag: DiagnosticBag): readonly Expr[] {
  return lines(tokenise(source, lexicon, bag)).flatMap((tokens) => readPredicate(tokens, program, bag));
}

const hint = 'A predicate compares integers: (deq = (que - 1)). One a line.';

function readPredicate(tokens: readonly Token[], program: Program, bag: DiagnosticBag): readonly Expr[] {
  const part = { tokens, start: null, name: 'this predicate', nesting, hint: () => hint };
  const cond = whole(conditions, part, bag);
  return cond === null ? [] : resolve(cond, program, bag);
}

function resolve(cond: SalplCond, program: Program, bag: DiagnosticBag): readonly Expr[] {
  let known = true;
  const noting = (expr: Expr | null): Expr | null => {
    known &&= expr !== null;
    return expr;
  };
  const counters = noCounters(bag);
  const expr = lowerExpr(cond, {
    name: (word) => noting(variable(word, program, bag)),
    at: (counter) => noting(counters(counter)),
  });
  return known ? [expr] : [];
}

function lines(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const byLine = new Map<number | null, Token[]>();
  for (const token of tokens) if (token.value !== ';') addTo(byLine, lineOf(token.span), token);
  return [...byLine.values()];
}

/** A shared variable, or the local of that name if only one thread has it. */
function variable(word: Word, program: Program, bag: DiagnosticBag): Expr | null {
  const found = program.shared.find(({ name }) => name === word.text);
  if (found !== undefined) return shared(found.id);
  const [only, ...more] = program.locals.filter(({ name }) => name === word.text);
  if (only !== undefined && more.length === 0) return local(only.id);
  if (only === undefined) reportUnknown(word, program, bag);
  else bag.report('E205', word.span, `several threads have a local ${word.text}`);
  return null;
}

function reportUnknown(word: Word, program: Program, bag: DiagnosticBag): void {
  const known = [...program.shared, ...program.locals].map(({ name }) => name);
  const { text, span } = word;
  bag.report('E201', span, `the program has no variable ${text}`, didYouMean(text, known));
}
