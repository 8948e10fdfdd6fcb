import { conjunction, exprId } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { variablesOf } from '../../../lang/expr/substitute.js';
import { at } from '../../../support/invariant.js';
import { differenceAtom } from '../canonical.js';
import { atomFormula } from '../difference-atom.js';
import type { DifferenceAtom } from '../difference-atom.js';
import { mentionsIn } from '../core-variables.js';
import { meantAt } from '../numbered-path.js';
import type { CutFormula, RefinementStrategy, SpuriousPath } from '../spurious-path.js';

export const newton: RefinementStrategy = async (path) => {
  const found: CutFormula[] = [];
  const mentions = mentionsIn(path.core);
  let before: readonly Expr[] = [];
  for (let cut = 0; cut < path.formula.parts.length - 1; cut++) {
    const isNeeded = (variable: Expr): boolean => (mentions.get(variable)?.last ?? 0) > cut;
    before = projected([...before, ...at(path.core, cut)], isNeeded, path);
    const known = before.flatMap((condition) => meantAt(path.formula, cut, condition) ?? []);
    found.push({ cut, formula: conjunction(known) });
  }
  return found;
};

/** What the conditions say of some of their variables: differences are added up through the others. */
function projected(
  conditions: readonly Expr[],
  isNeeded: (variable: Expr) => boolean,
  { typeOf }: SpuriousPath,
): readonly Expr[] {
  const bounds = new DifferenceBounds();
  const kept: Expr[] = [];
  for (const condition of conditions) {
    const atom = differenceAtom(condition);
    if (atom !== null && atom.op !== '!=') bounds.add(atom);
    else if ([...variablesOf(condition)].every(isNeeded)) kept.push(condition);
  }
  for (const variable of bounds.variables()) if (!isNeeded(variable)) bounds.eliminate(variable);
  return [...new Set([...kept, ...bounds.atoms().map((atom) => atomFormula(atom, typeOf))])];
}

/** Differences x - y <= c, the least c of each pair. */
class DifferenceBounds {
  readonly #most = new Map<Expr | null, Map<Expr | null, bigint>>();

  add({ op, x, y, c }: DifferenceAtom): void {
    this.#bound(x, y, c);
    if (op === '==') this.#bound(y, x, -c);
  }

  #bound(x: Expr | null, y: Expr | null, c: bigint): void {
    if (x === y) return;
    const row = this.#most.get(x) ?? new Map<Expr | null, bigint>();
    this.#most.set(x, row);
    const known = row.get(y);
    if (known === undefined || c < known) row.set(y, c);
  }

  variables(): readonly Expr[] {
    const all = new Set([...this.#most].flatMap(([x, row]) => [x, ...row.keys()]));
    return [...all].filter((variable) => variable !== null);
  }

  eliminate(variable: Expr): void {
    const after = this.#most.get(variable) ?? new Map<Expr | null, bigint>();
    this.#most.delete(variable);
    for (const [x, row] of this.#most) {
      const c = row.get(variable);
      row.delete(variable);
      if (c !== undefined) for (const [y, more] of after) this.#bound(x, y, c + more);
    }
  }

  atoms(): readonly DifferenceAtom[] {
    return [...this.#most].flatMap(([x, row]) =>
      [...row].flatMap(([y, c]): readonly DifferenceAtom[] => {
        const back = this.#most.get(y)?.get(x);
        if (back !== -c) return [{ op: '<=', x, y, c }];
        // Both directions say one thing, once.
        return y === null || (x !== null && exprId(x) < exprId(y)) ? [{ op: '==', x, y, c }] : [];
      }),
    );
  }
}
