import { generatedBy } from '../../../src/diagnostics/span.js';
import { bool, int } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { boolType, intType, rangeType } from '../../../src/lang/expr/type.js';
import type { Type } from '../../../src/lang/expr/type.js';
import type { GeneratorOptions } from './generator-options.js';
import type { Random } from '../random.js';

export const span = generatedBy('generate-program', null);

export function valueType(random: Random, options: GeneratorOptions): Type {
  const kind = random.below(6);
  if (kind === 0) return boolType;
  return kind < 3 ? rangeType(options.everything ? -1n : 0n, BigInt(options.maxValue)) : intType;
}

/** A constant of a type; zero, or false, as often as said. */
export function constantOf(random: Random, options: GeneratorOptions, type: Type, zero: number): Expr {
  const isZero = random.chance(zero);
  switch (type.kind) {
    case 'bool':
      return bool(!isZero);
    case 'int':
      return int(isZero ? 0 : random.between(1, options.maxValue));
    case 'range':
      return int(isZero ? 0 : random.between(options.everything ? Number(type.lo) : 1, Number(type.hi)));
  }
}
