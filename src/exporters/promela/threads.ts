import type { Expr } from '../../lang/expr/expr.js';
import type { Block, Stmt, Thread } from '../../lang/program/program.js';
import { notPlain } from '../shared/plain.js';
import { anyValue } from './inside.js';
import { choice, guarded, idle, reporting, withoutDStep } from './lines.js';
import type { PromelaLines } from './lines.js';
import type { PromelaModel } from './promela-model.js';
import { go, simplified } from './step-outcome.js';
import { step } from './step.js';
import { ThreadModel } from './thread-model.js';

/** The statements of a proctype, and whether they shut out other processes. */
export interface ThreadText {
  readonly lines: PromelaLines;
  readonly holds: boolean;
  readonly waits: boolean;
}

export function threadText(model: PromelaModel, thread: Thread): ThreadText {
  const context = new ThreadModel(model, thread);
  const lines = new Outside(context).block(thread.body, null);
  return { lines, holds: context.holds, waits: context.waits };
}

/** A label before a choice to come back to; it is in the text if it is used. */
class Retry {
  #used = false;

  constructor(
    private readonly name: () => string,
    /** One of the statement's own, which is in the text anyway. */
    private readonly isThere: boolean,
  ) {}

  readonly use = (): string => {
    this.#used = true;
    return this.name();
  };

  before(lines: PromelaLines): PromelaLines {
    return this.#used && !this.isThere ? [`${this.name()}:`, ...lines] : lines;
  }
}

/** What the first statement of an option stands in: it must not need a place or a label of its own there. */
interface Around {
  /** Where a fault leads back to: before the choice. */
  readonly retry: Retry;
  /** Whether there are no other options, of which `else` would have to be the opposite, too. */
  readonly isAlone: boolean;
}

/** How a block begins: with a step, at a place that shows, at a label that only jumps need, with a jump, or not at all. */
type Opening = 'step' | 'visible' | 'label' | 'jump' | 'nothing';

/**
 * Writes what happens outside `atomic`, so that control stops in Promela just where it does in fencepost: before each
 * statement that takes a step. `if`, `do`, `goto` and blocks take none of their own in Promela.
 */
class Outside {
  constructor(private readonly context: ThreadModel) {}

  /** `outer`: the first statement is the first of an option. */
  block(block: Block, outer: Around | null): PromelaLines {
    let lead = outer;
    let last: PromelaLines = [];
    return block.flatMap((stmt) => {
      const comments = this.context.comments.before(stmt.span);
      const lines = [...this.context.labels(stmt), ...this.#stmt(stmt, lead)];
      if (lines.length === 0) return [];
      const after = last.some((line) => line.trim() === 'od;') ? withoutDStep(lines) : lines;
      lead = null;
      last = lines;
      return [...comments, ...after];
    });
  }

  #stmt(stmt: Stmt, outer: Around | null): PromelaLines {
    const retry = outer?.retry ?? this.#retryAt(stmt);
    const after = (lines: PromelaLines): PromelaLines => (outer === null ? retry.before(lines) : lines);
    switch (stmt.kind) {
      case 'skip':
        return stmt.labels.length > 0 ? [idle] : [];
      case 'assign':
      case 'assume':
      case 'assert':
      case 'atomic':
        return after(step(this.context, stmt, retry.use, outer?.isAlone === false));
      case 'havoc':
        return this.#havoc(stmt);
      case 'goto':
        return [
          ...(this.context.labels(stmt).length > 0 ? [idle] : []),
          `goto ${this.context.label(stmt.target)};`,
        ];
      case 'if':
        return stmt.cond.kind === 'bool'
          ? this.#settledIf(stmt, stmt.cond.value, outer)
          : after(this.#if(stmt, outer, retry));
      case 'while':
        return stmt.cond.kind === 'bool'
          ? this.#settledLoop(stmt, stmt.cond.value)
          : after(this.#while(stmt, outer, retry));
      case 'either':
        return after(this.#either(stmt, retry));
      default:
        return notPlain(stmt);
    }
  }

  #retryAt(stmt: Stmt): Retry {
    const [own] = this.context.model.places.labels(stmt);
    if (own !== undefined) return new Retry(() => own, true);
    let made: string | null = null;
    return new Retry(() => (made ??= this.#freshLabel('again')), false);
  }

  #freshLabel(wanted: string): string {
    return this.context.model.names.freshLabel(this.context.thread.id, wanted);
  }

  #havoc(stmt: Extract<Stmt, { kind: 'havoc' }>): PromelaLines {
    const lines = anyValue(this.context, stmt.local);
    // A choice between assignments is one step; `select` is several.
    return lines.length === 1 ? ['atomic {', ...lines.map((line) => `  ${line}`), '}'] : lines;
  }

  #if(stmt: Extract<Stmt, { kind: 'if' }>, outer: Around | null, retry: Retry): PromelaLines {
    const options = this.#tested(stmt.cond, outer, retry, this.block(stmt.then, null), () =>
      this.block(stmt.else, null),
    );
    return choice('if', options);
  }

  #while(stmt: Extract<Stmt, { kind: 'while' }>, outer: Around | null, retry: Retry): PromelaLines {
    const body = this.block(stmt.body, null);
    const options = this.#tested(stmt.cond, outer, retry, body, () => ['break;']);
    return choice(
      'do',
      options.map((lines) => (lines.length === 1 && lines[0] === 'true;' ? [idle] : lines)),
    );
  }

  #tested(
    cond: Expr,
    outer: Around | null,
    retry: Retry,
    yes: PromelaLines,
    otherwise: () => PromelaLines,
  ): readonly PromelaLines[] {
    const { text, faults, known } = this.context.model;
    const outcome = simplified(faults.evaluating(cond, go), known);
    const no = otherwise();
    const isSure = outcome === go && outer?.isAlone !== false;
    const failing = this.context
      .faultsOf(outcome)
      .map(({ when, flag }) => [...reporting(text.formula(when), flag), `goto ${retry.use()};`]);
    return [...this.context.tested(cond, outcome, [yes, no], isSure), ...failing];
  }

  /** A test of a constant takes a step only where it has a label. What it never leads to may still be jumped into. */
  #settledIf(stmt: Extract<Stmt, { kind: 'if' }>, value: boolean, outer: Around | null): PromelaLines {
    const [taken, left] = value ? [stmt.then, stmt.else] : [stmt.else, stmt.then];
    if (!this.context.isDead(stmt, left)) {
      return choice('if', [[idle, ...this.block(taken, null)], guarded('false', this.block(left, null))]);
    }
    if (stmt.labels.length > 0) return [idle, ...this.block(taken, null)];
    return this.block(taken, outer);
  }

  #settledLoop(stmt: Extract<Stmt, { kind: 'while' }>, value: boolean): PromelaLines {
    if (!value) {
      if (!this.context.isDead(stmt, stmt.body))
        return choice('if', [[idle], [...guarded('false', this.block(stmt.body, null))]]);
      return stmt.labels.length > 0 ? [idle] : [];
    }
    if (this.#opening(stmt.body) === 'nothing') return choice('do', [[idle]]);
    if (stmt.labels.length > 0) return choice('do', [[idle, ...this.block(stmt.body, null)]]);
    if (this.#isPlainLoop(stmt.body)) {
      const retry = this.#retryAt(stmt);
      return retry.before(choice('do', [this.block(stmt.body, { retry, isAlone: true })]));
    }
    const again = this.#freshLabel('again');
    return [`${again}:`, ...this.block(stmt.body, null), `goto ${again};`];
  }

  /** Whether a loop may be a `do`: where it begins is the place of its first statement then, which must need no other. */
  #isPlainLoop([stmt]: Block): boolean {
    if (stmt === undefined || this.context.labels(stmt).length > 0) return false;
    switch (stmt.kind) {
      case 'assign':
      case 'havoc':
      case 'assume':
      case 'assert':
      case 'atomic':
      case 'either':
        return true;
      case 'if':
        return stmt.cond.kind !== 'bool';
      case 'skip':
      case 'goto':
      case 'while':
        return false;
      default:
        return notPlain(stmt);
    }
  }

  #either(stmt: Extract<Stmt, { kind: 'either' }>, retry: Retry): PromelaLines {
    const options = stmt.branches.map((branch) => {
      const opening = this.#opening(branch);
      if (opening === 'step') return this.block(branch, { retry, isAlone: false });
      // A step that the program does not take; Spin wants no label there.
      if (opening === 'nothing' || opening === 'label') this.context.waits = true;
      return [idle, ...this.block(branch, null)];
    });
    return choice('if', options);
  }

  #opening(block: Block): Opening {
    for (const stmt of block) {
      const opening = this.#openingOf(stmt);
      if (opening !== 'nothing') return opening;
    }
    return 'nothing';
  }

  #openingOf(stmt: Stmt): Opening {
    if (this.context.model.places.isVisible(this.context.thread.id, stmt)) return 'visible';
    if (this.context.labels(stmt).length > 0) return 'label';
    switch (stmt.kind) {
      case 'skip':
        return 'nothing';
      case 'if':
        return stmt.cond.kind === 'bool' ? this.#opening(stmt.cond.value ? stmt.then : stmt.else) : 'step';
      case 'while':
        return this.#openingOfLoop(stmt);
      case 'goto':
        return 'jump';
      case 'assign':
      case 'havoc':
      case 'assume':
      case 'assert':
      case 'either':
      case 'atomic':
        return 'step';
      default:
        return notPlain(stmt);
    }
  }

  /** A loop is a place of its own after its first round: where a fault leads back to it, it needs a label. */
  #openingOfLoop({ cond, body }: Extract<Stmt, { kind: 'while' }>): Opening {
    const { faults, known } = this.context.model;
    if (cond.kind !== 'bool') return simplified(faults.evaluating(cond, go), known) === go ? 'step' : 'label';
    if (!cond.value) return 'nothing';
    return this.#opening(body) === 'visible' ? 'visible' : 'label';
  }
}
