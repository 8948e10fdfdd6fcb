import type { Stmt } from '../../lang/program/program.js';
import { here } from '../../lang/program/arrivals.js';
import type { Arrivals } from '../../lang/program/arrivals.js';
import { isChoice } from '../../lang/program/control-flow.js';
import type { ControlFlow } from '../../lang/program/control-flow.js';
import type { FunctionFrame } from './frame.js';
import { indented } from './c-text.js';
import type { CLines } from './c-text.js';
import { mayBlockIn } from './undone-writes.js';

/** What a thread does at a step that cannot go. */
export interface Waits {
  /** What stands before a choice. */
  atChoice(stmt: Stmt): CLines;
  /** Tries a step, which sets `taken`, and goes on if it could go. */
  attempt(stmt: Stmt, step: CLines): CLines;
  /** What a step at a statement that is taken does besides: there is no way back from it. */
  done(stmt: Stmt): CLines;
  /** The same for a step out of a statement that says only where control goes. */
  left(stmt: Stmt): CLines;
}

/** For verifiers: where a step cannot go nothing follows. That it can go later is another execution. */
export class NoRetries implements Waits {
  constructor(private readonly frame: FunctionFrame) {}

  atChoice(): CLines {
    return [];
  }

  attempt(_stmt: Stmt, step: CLines): CLines {
    return [...step, `__VERIFIER_assume(${this.frame.flag('taken')});`];
  }

  done(): CLines {
    return [];
  }

  left(): CLines {
    return [];
  }
}

/**
 * What a thread does at a step that cannot go: it tries again; and where an `either` led there without a step, it goes back
 * and chooses again. Where control can have come by a step or from an `either`, the variable `back` holds the number
 * of the `either` from its choice to the next step that is taken, and 0 at all other times.
 */
export class Retries implements Waits {
  /** The `either`s that `back` speaks of, numbered from 1. */
  readonly #remembered: readonly Stmt[];

  constructor(
    flow: ControlFlow,
    private readonly arrivals: Arrivals,
    private readonly frame: FunctionFrame,
    private readonly labelOf: (stmt: Stmt) => string | null,
  ) {
    const found = new Set<Stmt>();
    for (const stmt of flow.statements()) {
      const heads = arrivals.heads(stmt);
      for (const head of heads) {
        if (head === here) continue;
        if (mayWait(stmt)) frame.makeHead(head, labelOf(head));
        if (heads.size > 1 && (mayWait(stmt) || isChoice(stmt))) found.add(head);
      }
      // Behind it stand statements that go back to it or to one before it.
      if (heads.size > 1 && isChoice(stmt)) found.add(stmt);
    }
    this.#remembered = [...found];
  }

  atChoice(stmt: Stmt): CLines {
    const label = this.labelOf(stmt) === null ? this.frame.headLabel(stmt) : null;
    const labelled = label === null ? [] : [`${label}:`];
    const number = this.#numberOf(stmt);
    if (number === 0) return labelled;
    const back = this.frame.number('back');
    const isOnlyHead = this.arrivals.heads(stmt).size === 1;
    const remember = `${back} = ${number};`;
    return [...labelled, ...(isOnlyHead ? [remember] : [`if (${back} == 0)`, `    ${remember}`])];
  }

  attempt(stmt: Stmt, step: CLines): CLines {
    const taken = this.frame.flag('taken');
    const heads = this.arrivals.heads(stmt);
    const others = [...heads].filter((head) => head !== here);
    const [first, ...more] = others;
    if (first === undefined) return ['do {', ...indented(step), `} while (!${taken});`];
    if (heads.size === 1) return [...step, `if (!${taken})`, `    goto ${this.frame.headLabelOf(first)};`];
    const back = this.frame.number('back');
    const again = [first, ...more].flatMap((head) => [
      `if (!${taken} && ${back} == ${this.#numberOf(head)})`,
      `    goto ${this.frame.headLabelOf(head)};`,
    ]);
    return heads.has(here)
      ? ['do {', ...indented(step), `} while (!${taken} && ${back} == 0);`, ...again]
      : [...step, ...again];
  }

  done(stmt: Stmt): CLines {
    return this.#forgets([...this.arrivals.heads(stmt)]);
  }

  left(stmt: Stmt): CLines {
    return this.#forgets([...this.arrivals.heads(stmt), ...(isChoice(stmt) ? [stmt] : [])]);
  }

  #forgets(heads: readonly (Stmt | typeof here)[]): CLines {
    const may = heads.some((head) => head !== here && this.#remembered.includes(head));
    return may ? [`${this.frame.number('back')} = 0;`] : [];
  }

  /** 0 for those that need no number. */
  #numberOf(stmt: Stmt): number {
    return this.#remembered.indexOf(stmt) + 1;
  }
}

const mayWait = (stmt: Stmt): boolean =>
  stmt.kind === 'assume' || (stmt.kind === 'atomic' && mayBlockIn(stmt.body));
