import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { constantValue } from '../../lang/expr/constant.js';
import { binary, int, local } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { intervalOf, intervalOfType } from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import { isCompareOp } from '../../lang/expr/operators.js';
import type { LocalVar } from '../../lang/program/program.js';
import type { Type } from '../../lang/expr/type.js';
import { at, invariant } from '../../support/invariant.js';
import { suggest } from '../../support/suggest.js';
import { exprOf } from '../kit/written.js';
import type { RmmExpr, RmmName } from './ast.js';
import { allCells } from './world.js';
import type { ProcessCopy, RmmWorld } from './world.js';

/** What the statements of one process can speak of. */
export class ProcessScope {
  readonly #types: (variable: Expr) => Type;

  constructor(
    readonly world: RmmWorld,
    readonly process: ProcessCopy,
    readonly bag: DiagnosticBag,
  ) {
    const cells = allCells(world);
    const registers = new Map([...process.registers.values()].map(({ id, type }) => [id, type]));
    this.#types = (variable) => {
      if (variable.kind === 'shared') return at(cells, variable.shared).type;
      const type = variable.kind === 'local' ? registers.get(variable.local) : undefined;
      invariant(type !== undefined, 'a process reads its own registers only');
      return type;
    };
  }

  /** The register of the process; null, with a report, if it has none of that name. */
  register({ text, span }: Word): LocalVar | null {
    const found = this.process.registers.get(text);
    if (found !== undefined) return found;
    const near = suggest(text, this.process.registers.keys());
    const hint = near === null ? 'Declare it under registers.' : `Is it $${near}?`;
    this.bag.report('E201', span, `the process has no register $${text}`, hint);
    return null;
  }

  /** A sum whose registers are unknown is 0, which nobody will see. */
  sum(sum: RmmExpr): Expr {
    return folded(exprOf(sum, (name) => this.#read(name)));
  }

  cond(cond: RmmExpr): Expr {
    return exprOf(
      cond,
      (name) => this.#read(name),
      (op, left, right) =>
        isCompareOp(op) ? binary(op, folded(left), folded(right)) : binary(op, left, right),
    );
  }

  #read(name: RmmName): Expr {
    if ('kind' in name) return int(this.process.id);
    const register = this.register(name);
    return register === null ? int(0) : local(register.id);
  }

  interval(expr: Expr): Interval {
    return intervalOf(expr, (part) =>
      part.kind === 'local' || part.kind === 'shared' ? intervalOfType(this.#types(part)) : null,
    );
  }
}

function folded(sum: Expr): Expr {
  const value = constantValue(sum);
  return typeof value === 'bigint' ? int(value) : sum;
}
