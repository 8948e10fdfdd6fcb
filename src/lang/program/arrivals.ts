import { getOrFail } from '../../support/invariant.js';
import { isChoice } from './control-flow.js';
import type { ControlFlow, JumpTarget } from './control-flow.js';
import type { Stmt } from './program.js';

/** The statement itself: control has come to it by a step. */
export const here = 'here';

/** How control can have come to a statement since the last step of its thread. */
interface Arrival {
  /**
   * Where control rested: at the statement itself, or at an `either` from which no step leads here. There the thread
   * chooses again if the statement cannot go.
   */
  readonly heads: Set<Stmt | typeof here>;
  /** The labels that may hold. */
  readonly held: Set<string>;
}

/** Follows control through everything that takes no step. */
export class Arrivals {
  readonly #of = new Map<Stmt, Arrival>();

  constructor(private readonly flow: ControlFlow) {
    for (const stmt of flow.statements()) this.#of.set(stmt, { heads: new Set(), held: new Set() });
    const queue: Stmt[] = [];
    const add = (target: JumpTarget, heads: Iterable<Stmt | typeof here>, held: Iterable<string>): void => {
      if (target === null) return;
      const known = getOrFail(this.#of, target);
      const before = known.heads.size + known.held.size;
      for (const head of heads) known.heads.add(head);
      for (const label of held) known.held.add(label);
      if (known.heads.size + known.held.size > before) queue.push(target);
    };
    const seed = (target: JumpTarget): void => add(target, [here], flow.arrival(target));
    seed(flow.entry);
    for (let stmt = queue.pop(); stmt !== undefined; stmt = queue.pop()) {
      const ways = flow.silent(stmt);
      if (ways === null) {
        for (const target of flow.stepTargets(stmt)) seed(target);
        continue;
      }
      for (const way of ways) {
        if (this.takesStep(stmt, way)) seed(way);
        else add(way, this.#headsBehind(stmt), this.held(stmt));
      }
    }
  }

  heads(stmt: Stmt): ReadonlySet<Stmt | typeof here> {
    return getOrFail(this.#of, stmt).heads;
  }

  held(stmt: Stmt): ReadonlySet<string> {
    return getOrFail(this.#of, stmt).held;
  }

  /** Whether the way from a statement that says only where control goes is a step all the same. */
  takesStep(stmt: Stmt, way: JumpTarget): boolean {
    return this.flow.entersByStep(stmt, way) || this.flow.idles(stmt);
  }

  /** The heads of what stands behind a silent statement. */
  #headsBehind(stmt: Stmt): Iterable<Stmt | typeof here> {
    const heads = this.heads(stmt);
    return isChoice(stmt) ? [...heads].map((head) => (head === here ? stmt : head)) : heads;
  }
}
