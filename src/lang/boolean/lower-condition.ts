import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import type { TextCondition, TextExpression } from './boolean-text.js';
import { allOf, anyOf, anyTruth, literal, negation, no, yes } from './boolean-formula.js';
import type { Formula } from './boolean-formula.js';
import { holdsBetween, mirrored } from '../expr/operators.js';
import type { CompareOp } from '../expr/operators.js';
import { assertNever, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { ReadingBuilder, anyCombinations, tooManyCombinations, whereHolds } from './enumerate.js';
import type { ExpressionReading, UnknownPart } from './enumerate.js';
import { comparison } from './occurrence.js';
import type { TextVariable } from './text-variables.js';
import type { CodedVariables } from './coded-variables.js';

type NameExpression = Extract<TextExpression, { kind: 'name' }>;
type Counter = Extract<TextExpression, { kind: 'pc' }>;

/** What names mean where a condition stands. Null: they mean nothing, and it was reported at the place. */
export interface NameMeaning {
  readonly name: (name: NameExpression, span: Span) => TextVariable | null;
  readonly counter: (counter: Counter, span: Span) => UnknownPart | null;
}

/** A property that speaks of more labels that do not exist is not worth a warning for each. */
const maxLabelWarnings = 20;

/** Makes formulas of the conditions and expressions of one block, or of the properties. */
export class ConditionLowering {
  /** Conditions of thousands of cubes come again and again as the same object. */
  readonly #known = new Map<TextCondition, Formula>();
  #labelWarnings = 0;

  constructor(
    private readonly variables: CodedVariables,
    private readonly meaning: NameMeaning,
    private readonly bag: DiagnosticBag,
  ) {}

  condition(condition: TextCondition, span: Span): Formula {
    return this.bag.isFull ? no : remembered(this.#known, condition, () => this.#lower(condition, span));
  }

  /** Null if it was reported what is wrong. */
  reading(expressions: readonly TextExpression[], span: Span): readonly ExpressionReading[] | null {
    let isComplete = true;
    const builder = new ReadingBuilder((leaf) => {
      const found = this.bag.isFull ? null : this.#unknown(leaf, span);
      if (found === null) isComplete = false;
      return found ?? { key: null, unknown: { values: [0], is: () => yes } };
    });
    const evaluations = expressions.map((expression) => builder.reading(expression));
    if (!isComplete) return null;
    const readings = evaluations.map((evaluate) => builder.finish(evaluate));
    const [first] = readings;
    if (first === undefined || !tooManyCombinations(first)) return readings;
    this.bag.report('E501', span, 'too many combinations of values in one expression');
    return null;
  }

  #lower(condition: TextCondition, span: Span): Formula {
    switch (condition.kind) {
      case 'truth':
        return condition.value ? yes : no;
      case 'any':
        return anyTruth;
      case 'compare':
        return this.#compare(condition.op, condition.left, condition.right, span);
      case 'not':
        return negation(this.condition(condition.part, span));
      case 'and':
        return allOf(condition.parts.map((part) => this.condition(part, span)));
      case 'or':
        return anyOf(condition.parts.map((part) => this.condition(part, span)));
      default:
        return assertNever(condition);
    }
  }

  #compare(op: CompareOp, left: TextExpression, right: TextExpression, span: Span): Formula {
    const direct = this.#literal(op, left, right, span) ?? this.#literal(mirrored[op], right, left, span);
    if (direct !== null) return direct;
    const readings = this.reading([left, right], span);
    if (readings === null) return no;
    const [first, second] = [at(readings, 0), at(readings, 1)];
    const difference: ExpressionReading = {
      ...first,
      evaluate: (unknowns, anys) => first.evaluate(unknowns, anys) - second.evaluate(unknowns, anys),
    };
    const results = anyCombinations(difference).map((anys) =>
      whereHolds(difference, anys, (value) => holdsBetween(op, value, 0)),
    );
    // The values of the `*` may decide; where they do not, all results are the same.
    return results.length === 1 ? at(results, 0) : anyOf([allOf(results), allOf([anyTruth, anyOf(results)])]);
  }

  /** `B0 != 0` and the like, which is nearly everything. */
  #literal(op: CompareOp, left: TextExpression, right: TextExpression, span: Span): Formula | null {
    if (right.kind !== 'int' || (op !== '==' && op !== '!=')) return null;
    if (left.kind === 'pc') return this.#at(op, left, right.value, span);
    if (left.kind !== 'name') return null;
    const place = this.meaning.name(left, span);
    if (place === null) return no;
    const variable = this.variables.truthValue(place);
    if (variable === null) return null;
    if (right.value !== 0 && right.value !== 1) return op === '==' ? no : yes;
    return literal(variable, (op === '==') === (right.value === 1));
  }

  #at(op: '==' | '!=', counter: Counter, label: number, span: Span): Formula {
    const unknown = this.meaning.counter(counter, span);
    if (unknown === null) return no;
    const { block } = counter;
    if (!unknown.values.includes(label) && this.#labelWarnings++ < maxLabelWarnings) {
      const title = block === 0 ? 'init' : `process ${block}`;
      this.bag.report(
        'W601',
        comparison(span, block, label),
        `${title} has no label ${label}`,
        `\`pc{${block}}\` is never ${label}`,
      );
    }
    const isAt = unknown.values.includes(label) ? unknown.is(label) : no;
    return op === '==' ? isAt : negation(isAt);
  }

  #unknown(
    leaf: NameExpression | Counter,
    span: Span,
  ): { readonly key: unknown; readonly unknown: UnknownPart } | null {
    if (leaf.kind === 'pc') {
      const unknown = this.meaning.counter(leaf, span);
      return unknown === null ? null : { key: leaf.block, unknown };
    }
    const place = this.meaning.name(leaf, span);
    if (place === null) return null;
    const { values } = this.variables.coding(place);
    return { key: place, unknown: { values, is: (value) => this.variables.is(place, value) } };
  }
}
