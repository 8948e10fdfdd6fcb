import type { Word } from '../../diagnostics/span.js';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { constantValue } from '../../lang/expr/constant.js';
import { binary, bool, int, local, not, unary } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { intervalOf, intervalOfType } from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import type { LocalVar } from '../../lang/program/program.js';
import type { Type } from '../../lang/expr/type.js';
import { assertNever, at, invariant } from '../../support/invariant.js';
import { suggest } from '../../support/suggest.js';
import type { RmmCompareOp, RmmCond, RmmSum } from './ast.js';
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
  sum(sum: RmmSum): Expr {
    const expr = this.#sum(sum);
    const value = constantValue(expr);
    return typeof value === 'bigint' ? int(value) : expr;
  }

  #sum(sum: RmmSum): Expr {
    switch (sum.kind) {
      case 'int':
        return int(sum.value);
      case 'my':
        return int(this.process.id);
      case 'register': {
        const register = this.register(sum.name);
        return register === null ? int(0) : local(register.id);
      }
      case 'negative':
        return unary('-', this.#sum(sum.arg));
      case 'arithmetic':
        return binary(sum.op, this.#sum(sum.left), this.#sum(sum.right));
      default:
        return assertNever(sum);
    }
  }

  cond(cond: RmmCond): Expr {
    switch (cond.kind) {
      case 'truth':
        return bool(cond.value);
      case 'not':
        return not(this.cond(cond.arg));
      case 'boolean':
        return binary(cond.op, this.cond(cond.left), this.cond(cond.right));
      case 'compare':
        return binary(comparison(cond.op), this.sum(cond.left), this.sum(cond.right));
      default:
        return assertNever(cond);
    }
  }

  interval(expr: Expr): Interval {
    return intervalOf(expr, (part) =>
      part.kind === 'local' || part.kind === 'shared' ? intervalOfType(this.#types(part)) : null,
    );
  }
}

const comparison = (op: RmmCompareOp): '==' | Exclude<RmmCompareOp, '='> => (op === '=' ? '==' : op);
