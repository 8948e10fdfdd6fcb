import { invariant } from '../../../support/invariant.js';

/*
 * What nearley keeps for each position of a text, which its types leave open: the Earley items there. Recovery and
 * messages read it; see lib/nearley.js of the package.
 */

/** What a rule may want next: the name of a rule, a type of token, or a word. */
export type GrammarSymbol = string | { readonly type: string } | { readonly literal: string };

/** A rule, read up to its dot. */
export interface EarleyState {
  readonly rule: { readonly name: string; readonly symbols: readonly GrammarSymbol[] };
  readonly dot: number;
  /** Where the rule began. */
  readonly reference: number;
}

export interface EarleyColumn {
  readonly index: number;
  readonly states: readonly EarleyState[];
  /** Those of them that want a token. */
  readonly scannable: readonly EarleyState[];
  /** By name, the rules that may begin here. */
  readonly wants: Readonly<Record<string, unknown>>;
}

export function columnOf(saved: unknown): EarleyColumn {
  invariant(isColumn(saved), 'nearley saves the column that it is at');
  return saved;
}

function isColumn(value: unknown): value is EarleyColumn {
  return (
    typeof value === 'object' &&
    value !== null &&
    'index' in value &&
    typeof value.index === 'number' &&
    'states' in value &&
    Array.isArray(value.states) &&
    'scannable' in value &&
    Array.isArray(value.scannable) &&
    'wants' in value &&
    typeof value.wants === 'object'
  );
}

export function symbolsOf(rule: { readonly symbols: readonly unknown[] }): readonly GrammarSymbol[] {
  return rule.symbols.filter(isSymbol);
}

function isSymbol(value: unknown): value is GrammarSymbol {
  if (typeof value === 'string') return true;
  return typeof value === 'object' && value !== null && ('type' in value || 'literal' in value);
}
