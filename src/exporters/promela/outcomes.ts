import { bool, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Block, LValue, Program, Stmt } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { cardinality } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { at } from '../../support/invariant.js';
import type { Faults } from './faults.js';
import { valuesOfType } from '../shared/int32.js';
import { notPlain } from '../shared/plain.js';
import { block as blocked, choice, go, test, unknown } from './step-outcome.js';
import type { PromelaOutcome } from './step-outcome.js';
import { beforeAssignment } from './before-assignment.js';

/** A step that tries more values than this is not foreseen. */
const maxValues = 16n;

/** How a step turns out, and each of the choices inside it. */
export interface Foreseen {
  readonly outcome: PromelaOutcome;
  /** For each `either` inside, how the step turns out from there on, by branch; for each havoc, by value. */
  readonly options: ReadonlyMap<Stmt, readonly PromelaOutcome[]>;
  /** Whether it may go on for ever. */
  readonly loops: boolean;
}

/** The outcome of a block that is one step: the weakest precondition of completing it, and of each fault. */
export function foresee(body: Block, program: Program, faults: Faults): Foreseen {
  const foresight = new Foresight(body, program, faults);
  return { outcome: foresight.whole(), options: foresight.options, loops: foresight.loops };
}

class Foresight {
  readonly options = new Map<Stmt, readonly PromelaOutcome[]>();
  readonly #labelled = new Map<string, PromelaOutcome>();
  readonly #inside: ReadonlySet<string>;
  loops = false;

  constructor(
    private readonly body: Block,
    private readonly program: Program,
    private readonly faults: Faults,
  ) {
    this.#inside = new Set([...everyStatement(body)].flatMap((stmt) => stmt.labels));
  }

  whole(): PromelaOutcome {
    const outcome = this.#block(this.body, go);
    return this.loops ? unknown : outcome;
  }

  #block(body: Block, next: PromelaOutcome): PromelaOutcome {
    return body.toReversed().reduce((after, stmt) => {
      const before = this.#stmt(stmt, after);
      for (const label of stmt.labels) this.#labelled.set(label, before);
      return before;
    }, next);
  }

  #stmt(stmt: Stmt, next: PromelaOutcome): PromelaOutcome {
    switch (stmt.kind) {
      case 'skip':
        return next;
      case 'assign':
        return this.#assign(stmt, next);
      case 'havoc':
        return this.#havoc(stmt, next);
      case 'assume':
        return this.faults.evaluating(stmt.cond, test(stmt.cond, next, blocked));
      case 'assert':
        // A failed assert counts even if the step cannot be completed: it must run to show.
        return next === go ? this.faults.evaluating(stmt.cond, go) : unknown;
      case 'goto':
        return this.#jump(stmt.target);
      case 'if': {
        const yes = this.#block(stmt.then, next);
        const no = this.#block(stmt.else, next);
        return this.faults.evaluating(stmt.cond, test(stmt.cond, yes, no));
      }
      case 'while':
        this.loops = true;
        return unknown;
      case 'either': {
        const options = stmt.branches.map((branch) => this.#block(branch, next));
        this.options.set(stmt, options);
        return choice(options);
      }
      case 'atomic':
        return this.#block(stmt.body, next);
      default:
        return notPlain(stmt);
    }
  }

  #assign({ target, value }: Extract<Stmt, { kind: 'assign' }>, next: PromelaOutcome): PromelaOutcome {
    const type =
      target.kind === 'local'
        ? at(this.program.locals, target.local).type
        : at(this.program.shared, target.shared).type;
    const written = this.faults.ofType(value, type, beforeAssignment(target, value, next));
    if (target.kind === 'local' || target.index === null) return this.faults.evaluating(value, written);
    const bounded = this.faults.inBounds(target.shared, target.index, written);
    return this.faults.evaluating(target.index, this.faults.evaluating(value, bounded));
  }

  #havoc(stmt: Extract<Stmt, { kind: 'havoc' }>, next: PromelaOutcome): PromelaOutcome {
    if (next === go) return go;
    const { type } = at(this.program.locals, stmt.local);
    if ((cardinality(type) ?? maxValues + 1n) > maxValues) return unknown;
    const target: LValue = { kind: 'local', local: stmt.local };
    const options = valuesOf(type).map((value) => beforeAssignment(target, value, next));
    this.options.set(stmt, options);
    return choice(options);
  }

  #jump(label: string): PromelaOutcome {
    if (!this.#inside.has(label)) return go;
    const known = this.#labelled.get(label);
    if (known !== undefined) return known;
    // It comes before: blocks are looked at from their end.
    this.loops = true;
    return unknown;
  }
}

/** The values of a finite type as constants. */
export function valuesOf(type: Type): readonly Expr[] {
  if (type.kind === 'bool') return [bool(false), bool(true)];
  const { lo, hi } = valuesOfType(type);
  return Array.from({ length: Number(hi - lo) + 1 }, (_, i) => int(lo + BigInt(i)));
}
