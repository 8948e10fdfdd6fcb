import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId } from '../../lang/expr/ids.js';
import type { Block, Stmt } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';
import { chosenOfFew } from './declarations.js';
import { choice, guarded } from './lines.js';
import type { PromelaLines } from './lines.js';
import { go, simplified } from './step-outcome.js';
import type { PromelaOutcome } from './step-outcome.js';
import { foresee, valuesOf } from './outcomes.js';
import type { Foreseen } from './outcomes.js';
import { canGo } from './thread-model.js';
import type { ThreadModel } from './thread-model.js';
import { valuesOfType } from '../shared/int32.js';
import { notPlain } from '../shared/plain.js';

/**
 * Writes what happens inside one step. Where the step is foreseen, its guard has made sure that it can be completed: what
 * waits is left out, and every choice takes only what leads to the end. Else the step `holds`: it shuts out all other
 * processes before it begins, so that where it gets stuck nothing happens any more, as if it had not been begun.
 */
export class InsideStep {
  constructor(
    private readonly context: ThreadModel,
    private readonly foreseen: Foreseen | null,
    private readonly inner: ReadonlySet<string>,
  ) {}

  block(block: Block): PromelaLines {
    return block.flatMap((stmt) => {
      const comments = this.context.comments.before(stmt.span);
      const lines = this.#stmt(stmt);
      const labels = stmt.labels.length === 0 ? [] : this.context.labels(stmt);
      if (labels.length > 0) return [...comments, ...labels, ...(lines.length === 0 ? ['skip;'] : lines)];
      return lines.length === 0 ? [] : [...comments, ...lines];
    });
  }

  #stmt(stmt: Stmt): PromelaLines {
    const { model } = this.context;
    const { text } = model;
    switch (stmt.kind) {
      case 'skip':
        return [];
      case 'assign': {
        const place =
          stmt.target.kind === 'local'
            ? this.context.local(stmt.target.local)
            : text.cell(stmt.target.shared, stmt.target.index);
        return this.#checked(stmt, [`${place} = ${text.print(stmt.value)};`]);
      }
      case 'havoc':
        return this.#havoc(stmt);
      case 'assume':
        return this.foreseen === null ? this.#checked(stmt, []) : [];
      case 'assert':
        return this.#checked(stmt, [`check(${text.print(stmt.cond)}, ${model.flags.use(stmt.property)});`]);
      case 'goto': {
        const leaves = this.foreseen === null && !this.inner.has(stmt.target);
        return [...(leaves ? ['inside = 0;'] : []), `goto ${this.context.label(stmt.target)};`];
      }
      case 'if':
        if (this.context.isDead(stmt, stmt.else)) return this.block(stmt.then);
        if (this.context.isDead(stmt, stmt.then)) return this.block(stmt.else);
        return this.#branching('if', stmt.cond, this.block(stmt.then), this.block(stmt.else));
      case 'while':
        if (this.context.isDead(stmt, stmt.body)) return [];
        return this.#branching('do', stmt.cond, this.block(stmt.body), ['break;']);
      case 'either':
        return this.#either(stmt);
      case 'atomic':
        return this.block(stmt.body);
      default:
        return notPlain(stmt);
    }
  }

  #branching(keyword: 'if' | 'do', cond: Expr, yes: PromelaLines, no: PromelaLines): PromelaLines {
    const outcome = this.foreseen === null ? this.context.model.faults.evaluating(cond, go) : go;
    return choice(keyword, [
      ...this.context.tested(cond, outcome, [yes, no], outcome === go),
      ...this.#failing(outcome),
    ]);
  }

  /** A statement of a step that holds, with the faults that it may end in. */
  #checked(stmt: Stmt, lines: PromelaLines): PromelaLines {
    if (this.foreseen !== null) return lines;
    const { program, faults, text, known } = this.context.model;
    const { outcome } = foresee([stmt], program, faults);
    const clear = simplified(outcome, known);
    if (clear === go) return lines;
    const guard = text.formula(canGo(clear));
    const failing = this.#failing(clear);
    if (failing.length === 0) return [`${guard};`, ...lines];
    return choice('if', [...failing, guarded(guard, lines)]);
  }

  /** What fails is reported; nothing happens any more. */
  #failing(outcome: PromelaOutcome): readonly PromelaLines[] {
    const { text } = this.context.model;
    return this.context
      .faultsOf(outcome)
      .map(({ when, flag }) =>
        guarded(text.formula(when), ['d_step {', `  report(${flag});`, '}', 'false;']),
      );
  }

  #either(stmt: Extract<Stmt, { kind: 'either' }>): PromelaLines {
    const { text, known } = this.context.model;
    const outcomes = this.foreseen?.options.get(stmt);
    const options = stmt.branches.flatMap((branch, i): readonly PromelaLines[] => {
      const ok = outcomes === undefined ? true : canGo(simplified(at(outcomes, i), known));
      const lines = this.block(branch);
      return ok === false ? [] : [guarded(text.formula(ok), lines)];
    });
    return choice('if', options);
  }

  #havoc(stmt: Extract<Stmt, { kind: 'havoc' }>): PromelaLines {
    const { text, known, program } = this.context.model;
    const { type } = at(program.locals, stmt.local);
    const outcomes = this.foreseen?.options.get(stmt);
    if (outcomes === undefined) return anyValue(this.context, stmt.local);
    const options = valuesOf(type).flatMap((value, i): readonly PromelaLines[] => {
      const ok = canGo(simplified(at(outcomes, i), known));
      const set = `${this.context.local(stmt.local)} = ${text.print(value)};`;
      return ok === false ? [] : [ok === true ? [set] : guarded(text.formula(ok), [set])];
    });
    return choice('if', options);
  }
}

/** Gives a local any value of its finite type. */
export function anyValue(context: ThreadModel, id: LocalId): PromelaLines {
  const { type } = at(context.model.program.locals, id);
  const name = context.local(id);
  const few = chosenOfFew(name, type);
  if (few !== null) return few;
  const { lo, hi } = valuesOfType(type);
  return [`select(${name} : ${lo} .. ${hi});`];
}
