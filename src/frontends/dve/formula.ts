import { Checker } from '../../lang/dve/check-names.js';
import type { DveExpr as Ast } from '../../lang/dve/dve-ast.js';
import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/span.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Token } from '../kit/token.js';
import { tokenise } from '../kit/tokenise.js';
import { whole } from '../kit/whole.js';
import { ExprLowerer } from './exprs.js';
import { lexicon } from './lexer.js';
import { exprParser, nesting } from './parts.js';
import type { DveWorld } from './world.js';

/** A formula about a model, as DVE writes expressions; null if the bag got errors. */
export function readFormula(
  text: Source,
  isTemporal: boolean,
  world: DveWorld,
  bag: DiagnosticBag,
): Expr | null {
  const own = new DiagnosticBag();
  const ast = parseFormula(text, isTemporal, world, own);
  if (ast !== null) new Checker(world.table, own).expression(ast, null);
  for (const diagnostic of own.sorted()) bag.add(diagnostic);
  return ast === null || own.hasErrors ? null : new ExprLowerer(world, null).truth(ast);
}

function parseFormula(
  text: Source,
  isTemporal: boolean,
  { table }: DveWorld,
  bag: DiagnosticBag,
): Ast | null {
  const tokens = asFormulaTokens(tokenise(text, lexicon, bag), isTemporal, (name) =>
    table.processes.has(name),
  );
  if (bag.hasErrors) return null;
  const hint =
    "Write P.q for a state, P->x for a variable of a process, and and, or, not, imply or C's operators.";
  return whole(exprParser, { tokens, start: null, name: 'the formula', nesting, hint: () => hint }, bag);
}

/**
 * In formulas `->` is an implication unless a process stands before it, `P at q` says the same as `P.q`, and in temporal
 * ones the letters G F X U R W are operators.
 */
function asFormulaTokens(
  tokens: readonly Token[],
  isTemporal: boolean,
  isProcess: (name: string) => boolean,
): readonly Token[] {
  const isBehindProcess = (i: number): boolean => {
    const before = tokens[i - 1];
    return before?.type === 'word' && isProcess(before.value) && tokens[i - 2]?.value !== '.';
  };
  return tokens.map((token, i) => {
    const before = tokens[i - 1];
    const followsProcess = isBehindProcess(i);
    if (token.value === '->') return followsProcess ? token : { ...token, type: 'arrow' };
    if (token.type !== 'word') return token;
    if (token.value === 'at' && followsProcess) return { ...token, type: 'keyword' };
    const isMember = (before?.value === '->' || before?.value === 'at') && isBehindProcess(i - 1);
    const isName = before?.value === '.' || isMember;
    if (!isTemporal || isName) return token;
    if (/^[GFX]$/.test(token.value)) return { ...token, type: 'prefixop' };
    return /^[URW]$/.test(token.value) ? { ...token, type: 'infixop' } : token;
  });
}
