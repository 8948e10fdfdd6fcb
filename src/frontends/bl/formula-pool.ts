import type { TextCondition, TextExpression } from '../../lang/boolean/boolean-text.js';
import type { CompareOp } from '../../lang/expr/operators.js';

/** What a semicolon ends, as it was read from a text. */
interface PooledCondition {
  readonly node: TextCondition;
  readonly length: number;
}

/**
 * One object for equal names, numbers and comparisons, and for conditions of the same text. Abstraction writes the same
 * thousands of cubes after every statement: this is what keeps megabytes of text small and quick to read.
 */
export class FormulaPool {
  readonly #names = new Map<string, TextExpression>();
  readonly #numbers = new Map<number, TextExpression>();
  readonly #comparisons = new Map<TextExpression, Map<TextExpression, Map<CompareOp, TextCondition>>>();
  readonly #known = new Map<string, PooledCondition>();

  name(name: string): TextExpression {
    return getOrMake(this.#names, name, () => ({ kind: 'name', name, block: null }));
  }

  number(signed: number): TextExpression {
    // There is no negative zero.
    const value = signed + 0;
    return getOrMake(this.#numbers, value, () => ({ kind: 'int', value }));
  }

  comparison(op: CompareOp, left: TextExpression, right: TextExpression): TextCondition {
    if (!isPooled(left) || !isPooled(right)) return { kind: 'compare', op, left, right };
    const ofLeft = getOrMake(
      this.#comparisons,
      left,
      () => new Map<TextExpression, Map<CompareOp, TextCondition>>(),
    );
    const ofBoth = getOrMake(ofLeft, right, () => new Map<CompareOp, TextCondition>());
    return getOrMake(ofBoth, op, () => ({ kind: 'compare', op, left, right }));
  }

  /** The condition that the text begins with, if it was read before. */
  known(text: string): PooledCondition | null {
    return this.#known.get(text) ?? null;
  }

  /** `text` is all that was looked at to find where the condition ends. */
  remember(text: string, node: TextCondition, length: number): void {
    this.#known.set(text, { node, length });
  }
}

const isPooled = (expression: TextExpression): boolean =>
  expression.kind === 'int' || (expression.kind === 'name' && expression.block === null);

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
