import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import { lineOf } from '../../diagnostics/span.js';
import { local, shared } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { Program } from '../../ir/program.js';
import { suggest } from '../../support/suggest.js';
import { at } from '../../support/check.js';
import type { Cond, Word } from './ast.js';
import { lowerCond, noCounters } from './expressions.js';
import { tokenise } from './lexer.js';
import type { Token } from './lexer.js';
import { conditions } from './parts.js';

/** The predicates of a `.pred` file over the variables of the program, one a line. What is wrong is left out. */
export function parsePredicates(source: Source, program: Program, bag: DiagnosticBag): readonly Expr[] {
  return lines(tokenise(source, bag)).flatMap((tokens) => readPredicate(tokens, program, bag));
}

function readPredicate(tokens: readonly Token[], program: Program, bag: DiagnosticBag): readonly Expr[] {
  const prefix = conditions.parse(tokens);
  if (prefix.ok && prefix.length === tokens.length) return resolve(prefix.node, program, bag);
  const stopped = prefix.ok ? at(tokens, prefix.length) : prefix.at;
  const place = stopped ?? at(tokens, tokens.length - 1);
  const message = stopped === null ? 'this predicate ends too early' : `unexpected ${stopped.value}`;
  bag.report('E103', place.span, message, 'A predicate compares integers: (deq = (que - 1)). One a line.');
  return [];
}

function resolve(cond: Cond, program: Program, bag: DiagnosticBag): readonly Expr[] {
  let known = true;
  const noting = (expr: Expr | null): Expr | null => {
    known &&= expr !== null;
    return expr;
  };
  const counters = noCounters(bag);
  const expr = lowerCond(cond, {
    name: (word) => noting(variable(word, program, bag)),
    at: (process, label) => noting(counters(process, label)),
  });
  return known ? [expr] : [];
}

function lines(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const byLine = new Map<number | null, Token[]>();
  for (const token of tokens.filter((t) => t.value !== ';')) {
    const line = lineOf(token.span);
    const known = byLine.get(line);
    if (known === undefined) byLine.set(line, [token]);
    else known.push(token);
  }
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
  const close = suggest(
    word.text,
    [...program.shared, ...program.locals].map(({ name }) => name),
  );
  bag.report(
    'E201',
    word.span,
    `the program has no variable ${word.text}`,
    close === null ? null : `Did you mean ${close}?`,
  );
}
