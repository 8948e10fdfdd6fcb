import type { Z3_ast, Z3_context } from 'z3-solver';
import { and, binary, falsity, int, not, or, truth, unary } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import { addressOf } from './library.js';
import type { Z3Library } from './library.js';

/** What kinds of terms there are, as Z3 numbers them. */
const numeral = 0;
const application = 1;
const placeholder = 2;

const operators: ReadonlyMap<string, BinaryOp> = new Map([
  ['=', '=='],
  ['<=', '<='],
  ['>=', '>='],
  ['<', '<'],
  ['>', '>'],
  ['=>', '->'],
  ['+', '+'],
  ['-', '-'],
  ['*', '*'],
]);

/** A formula of Z3 over variables by their positions, as an expression; null: it says something for which there is no word. */
export function readFormula(
  { api }: Z3Library,
  context: Z3_context,
  formula: Z3_ast,
  variables: readonly Expr[],
): Expr | null {
  const known = new Map<number, Expr | null>();
  const read = (term: Z3_ast): Expr | null => {
    const address = addressOf(term);
    const before = known.get(address);
    if (before !== undefined) return before;
    const made = make(term);
    known.set(address, made);
    return made;
  };
  const make = (term: Z3_ast): Expr | null => {
    const kind: number = api.get_ast_kind(context, term);
    switch (kind) {
      case numeral:
        return whole(api.get_numeral_string(context, term));
      case placeholder:
        return variables[api.get_index_value(context, term)] ?? null;
      case application: {
        const app = api.to_app(context, term);
        const name = api.get_symbol_string(
          context,
          api.get_decl_name(context, api.get_app_decl(context, app)),
        );
        const parts: Expr[] = [];
        for (let i = 0; i < api.get_app_num_args(context, app); i++) {
          const part = read(api.get_app_arg(context, app, i));
          if (part === null) return null;
          parts.push(part);
        }
        return applied(name, parts);
      }
      default:
        return null;
    }
  };
  return read(formula);
}

const whole = (digits: string): Expr | null => (/^-?\d+$/.test(digits) ? int(BigInt(digits)) : null);

function applied(name: string, parts: readonly Expr[]): Expr | null {
  const [first, second] = parts;
  switch (name) {
    case 'true':
      return truth;
    case 'false':
      return falsity;
    case 'and':
      return parts.reduce(and, truth);
    case 'or':
      return parts.reduce(or, falsity);
    default: {
      if (first === undefined) return null;
      if (name === 'not') return not(first);
      if (name === '-' && second === undefined) return unary('-', first);
      const op = operators.get(name);
      return op === undefined ? null : parts.slice(1).reduce((left, right) => binary(op, left, right), first);
    }
  }
}
