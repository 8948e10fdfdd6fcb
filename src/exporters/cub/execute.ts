import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { bool, int, not } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { LocalId, ThreadId } from '../../ir/ids.js';
import type { LocalVar } from '../../ir/program.js';
import type { Action, Edge } from '../../ir/system.js';
import { cardinality } from '../../ir/type.js';
import type { Type } from '../../ir/type.js';
import { assertNever, at } from '../../support/check.js';
import { Evaluation } from './evaluate.js';
import type { Result } from './evaluate.js';
import { tooMany } from './knowledge.js';
import type { Knowledge } from './knowledge.js';
import { assuming, beginning, known } from './ways.js';
import type { Way } from './ways.js';

/** More ways than this to take one edge make no text that anybody reads. */
const mostWays = 1024;

/** All ways to take an edge. They exclude each other but for what is chosen, and for faults of an assert, which come beside. */
export function waysOf(edge: Edge, thread: ThreadId, knowledge: Knowledge): readonly Way[] {
  return new Execution(knowledge, thread, edge.span).run(edge.actions);
}

/** Does the actions one after the other, on expressions over the state before. */
class Execution {
  readonly #evaluation: Evaluation;

  constructor(
    private readonly knowledge: Knowledge,
    thread: ThreadId,
    private readonly span: Span,
  ) {
    this.#evaluation = new Evaluation(knowledge, thread, span);
  }

  run(actions: readonly Action[]): readonly Way[] {
    let ways: readonly Way[] = [beginning];
    for (const action of actions) {
      ways = ways.flatMap((way) => this.#action(way, action));
      if (ways.length > mostWays) tooMany(this.span);
    }
    return [...ways, ...this.#evaluation.faults];
  }

  #action(way: Way, action: Action): readonly Way[] {
    switch (action.kind) {
      case 'assume':
        return this.#evaluation.evaluate(way, action.cond).flatMap((r) => assuming(r.way, r.value) ?? []);
      case 'assert':
        return this.#evaluation.evaluate(way, action.cond).map((r) => {
          this.#evaluation.fail(assuming(r.way, not(r.value)), action.property);
          return r.way;
        });
      case 'assign': {
        const { type } = at(this.knowledge.system.locals, action.local);
        return this.#evaluation
          .evaluate(way, action.value)
          .flatMap((r) => this.#checked(r, type))
          .map((r) => withLocal(r.way, action.local, r.value));
      }
      case 'store':
        return this.#store(way, action);
      case 'fence':
        return [action.fence === 'full' ? fenced(way) : way];
      case 'lock':
        return [fenced(way)];
      case 'havoc':
        return this.#havoc(way, at(this.knowledge.system.locals, action.local));
      default:
        return assertNever(action);
    }
  }

  #havoc(way: Way, { id, name, type }: LocalVar): readonly Way[] {
    if (this.knowledge.numbers.ofLocal(id) !== null)
      unsupported(`'${name}' holds the number of a process and takes any value here`, this.span);
    const count = cardinality(type);
    if (count === null) return [withLocal(way, id, null)];
    if (count > BigInt(mostWays)) tooMany(this.span);
    const lo = type.kind === 'range' ? type.lo : 0n;
    return Array.from({ length: Number(count) }, (_, i) =>
      withLocal(way, id, type.kind === 'bool' ? bool(i === 1) : int(lo + BigInt(i))),
    );
  }

  #store(way: Way, { shared: id, index, value, locked }: Extract<Action, { kind: 'store' }>): readonly Way[] {
    const { type } = at(this.knowledge.system.shared, id);
    const indices = index === null ? [{ way, value: null }] : this.#evaluation.evaluate(way, index);
    return indices
      .flatMap((i) => this.#evaluation.evaluate(i.way, value).map((v) => ({ ...v, index: i.value })))
      .flatMap((v) =>
        this.#evaluation.cells(v.way, id, v.index).map((c) => ({ way: c.way, value: v.value, cell: c.cell })),
      )
      .flatMap(({ cell, ...v }) => this.#checked(v, type).map((r) => ({ ...r, cell })))
      .map((r) => ({
        ...r.way,
        stores: [...r.way.stores, { cell: r.cell, value: r.value, isDirect: locked }],
      }));
  }

  /** Without ways in which the value is not of the type. */
  #checked({ way, value }: Result, type: Type): readonly Result[] {
    if (type.kind !== 'range') return [{ way, value }];
    const values = this.knowledge.domains.valuesOf(known(value, way.facts));
    if (values !== null && [...values].every((v) => type.lo <= v && v <= type.hi)) return [{ way, value }];
    return this.#evaluation
      .inside(way, value, type.lo, type.hi, 'range')
      .map((inside) => ({ way: inside, value }));
  }
}

function fenced(way: Way): Way {
  return { ...way, isFenced: true, stores: way.stores.map((s) => ({ ...s, isDirect: true })) };
}

const withLocal = (way: Way, id: LocalId, value: Expr | null): Way => ({
  ...way,
  locals: new Map([...way.locals, [id, value]]),
});
