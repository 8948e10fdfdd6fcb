import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { at } from '../../support/invariant.js';
import type { Token } from './token.js';

/** Deeper texts are made to break tools: what walks a program recurses, and a parser needs memory for each level. */
export const maxNesting = 1000;

export const nestedTooDeep = `this is nested more than ${maxNesting} deep`;

export const reportTooDeep = (span: Span, bag: DiagnosticBag): void =>
  bag.report('E004', span, nestedTooDeep);

/** What nests in a language, besides brackets. */
export interface NestingRules {
  /** What begins something new: the operators before it nest nothing behind it. */
  readonly ends: ReadonlySet<string>;
  /** Of an operator: one that binds less than others, which has a lower number, is not inside of them. Null: it nests nothing. */
  readonly strengthOf: (token: Token) => number | null;
}

/** Rules by words: lists of operators of the same strength, the weakest first. */
export function nestingRules(
  ends: readonly string[],
  ...operators: readonly (readonly string[])[]
): NestingRules {
  const strengths = new Map(operators.flatMap((same, i) => same.map((operator) => [operator, i] as const)));
  return { ends: new Set(ends), strengthOf: ({ value }) => strengths.get(value) ?? null };
}

const opening: ReadonlySet<string> = new Set(['(', '[', '{']);
const closing: ReadonlySet<string> = new Set([')', ']', '}']);

/** The first token that stands deeper in brackets and operators than `maxNesting`; else null. */
export function firstTooDeep(tokens: readonly Token[], { ends, strengthOf }: NestingRules): Token | null {
  // Each token nests one deeper at most.
  if (tokens.length < maxNesting) return null;
  // For each open bracket the operators that what comes next stands in, by their strength.
  const levels: number[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    const level = at(levels, levels.length - 1);
    const leave = (strength: number): void => {
      for (const count of level.splice(strength)) depth -= count;
    };
    const strength = strengthOf(token);
    if (opening.has(token.value)) levels.push([]);
    else if (closing.has(token.value) && levels.length > 1) {
      leave(0);
      levels.pop();
    } else if (ends.has(token.value)) leave(0);
    else if (strength !== null) {
      leave(strength + 1);
      while (level.length <= strength) level.push(0);
      level[strength] = at(level, strength) + 1;
      depth++;
    }
    if (levels.length + depth > maxNesting) return token;
  }
  return null;
}
