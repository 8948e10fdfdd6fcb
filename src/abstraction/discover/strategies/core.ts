import { conjunction } from '../../../lang/expr/expr.js';
import { meantAt } from '../numbered-path.js';
import { guardsIn } from '../core-guards.js';
import type { RefinementStrategy } from '../spurious-path.js';

export const core: RefinementStrategy = async (path) =>
  path.formula.parts.slice(1).map((_, before) => {
    const guards = guardsIn(path, before + 1).flatMap((guard) => meantAt(path.formula, before, guard) ?? []);
    return { cut: before, formula: conjunction(guards) };
  });
