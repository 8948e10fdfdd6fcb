import type { Span } from '../diagnostics/span.js';
import { edgeId, locationId } from '../lang/expr/ids.js';
import type { ThreadId } from '../lang/expr/ids.js';
import type { Action, Automaton, Edge, Location } from '../lang/program/system.js';
import { at, getOrFail } from '../support/invariant.js';
import { remembered } from '../support/remembered.js';
import { marksOf } from './make-statements.js';

/** A control point of an automaton in the making. */
export interface ControlPoint {
  readonly labels: readonly string[];
  readonly atomic: boolean;
  readonly atOnce: boolean;
  readonly span: Span;
}

interface Arc {
  readonly to: ControlPoint;
  readonly actions: readonly Action[];
  readonly origin: ArcOrigin;
  /** Takes no step of its own if that makes no difference; its actions (at most a lock) go before the next step. */
  readonly silent: boolean;
}

/** The statement that an arc is made for. */
type ArcOrigin = Pick<Edge, 'span' | 'enacts' | 'transition'>;

/**
 * Builds one automaton. Silent arcs say where control goes without a step; `finish` removes them: the steps behind a
 * silent arc are offered at its source. A silent arc becomes a step where offering would be wrong: out of an atomic
 * section, into a labelled place (the thread would never be `at` it), or around a loop without a step.
 */
export class AutomatonBuilder {
  readonly #arcs = new Map<ControlPoint, Arc[]>();
  readonly #numbers = new Map<ControlPoint, number>();

  node(labels: readonly string[], atomic: boolean, span: Span, atOnce = false): ControlPoint {
    const node: ControlPoint = { labels, atomic, atOnce, span };
    this.#arcs.set(node, []);
    this.#numbers.set(node, this.#numbers.size);
    return node;
  }

  step(from: ControlPoint, to: ControlPoint, actions: readonly Action[], origin: ArcOrigin): void {
    getOrFail(this.#arcs, from).push({ to, actions, origin, silent: false });
  }

  silent(from: ControlPoint, to: ControlPoint, origin: ArcOrigin, actions: readonly Action[] = []): void {
    getOrFail(this.#arcs, from).push({ to, actions, origin, silent: true });
  }

  finish(
    thread: { id: ThreadId; name: string; span: Span },
    entry: ControlPoint,
    end: ControlPoint,
  ): Automaton {
    // Labelled places stay even where nothing leads to them, so that engines can say so.
    const labelled = [...this.#arcs.keys()].filter((node) => node.labels.length > 0);
    const numbers = new Map<ControlPoint, number>();
    const order: ControlPoint[] = [];
    const visit = (node: ControlPoint): number => remembered(numbers, node, () => order.push(node) - 1);
    visit(this.#landing(entry));
    labelled.forEach(visit);
    const edges: Edge[] = [];
    for (let i = 0; i < order.length; i++) {
      const node = at(order, i);
      for (const arc of node === end ? [] : this.#stepsFrom(node)) {
        const to = visit(this.#landing(arc.to));
        const { actions, origin } = arc;
        const edge = { id: edgeId(edges.length), from: locationId(i), to: locationId(to), actions };
        edges.push({ ...edge, ...marksOf(origin), span: origin.span });
      }
    }
    const last = visit(end);
    const locations = order.map(({ labels: names, atomic, atOnce, span }, i): Location => {
      const place = { id: locationId(i), labels: names, atomic, span };
      return atOnce ? { ...place, atOnce } : place;
    });
    return { ...thread, locations, edges, entry: locationId(0), end: locationId(last) };
  }

  /** Follows silent arcs that are the only way on: control is there at once. */
  #landing(node: ControlPoint): ControlPoint {
    const seen = new Set<ControlPoint>();
    let here = node;
    for (;;) {
      const [only, ...more] = getOrFail(this.#arcs, here);
      const passes =
        only !== undefined &&
        more.length === 0 &&
        only.silent &&
        only.actions.length === 0 &&
        here.labels.length === 0;
      if (!passes || only.to.atomic !== here.atomic || seen.has(here)) return here;
      seen.add(here);
      here = only.to;
    }
  }

  /** The steps offered at a node: its own, and those behind its silent arcs, each once. */
  #stepsFrom(start: ControlPoint): readonly Arc[] {
    const steps: Arc[] = [];
    const path = new Set<ControlPoint>();
    // Actions on silent arcs are locks, so a node is met with few different prefixes; each counts once.
    const met = new Set<string>();
    const isNew = (node: ControlPoint, prefix: readonly Action[], how: string): boolean => {
      const key = `${how} ${getOrFail(this.#numbers, node)} ${prefix.map((a) => a.kind).join()}`;
      return !met.has(key) && met.add(key) !== undefined;
    };
    const visit = (node: ControlPoint, prefix: readonly Action[]): void => {
      path.add(node);
      for (const arc of getOrFail(this.#arcs, node)) {
        const actions = [...prefix, ...arc.actions];
        const target = this.#landing(arc.to);
        const offered =
          arc.silent && !path.has(target) && target.labels.length === 0 && !this.#isLast(target);
        if (offered && !(node.atomic && !target.atomic)) {
          if (isNew(target, actions, 'behind')) visit(target, actions);
        } else if (!arc.silent || isNew(target, actions, 'to')) {
          steps.push({ ...arc, actions, silent: false });
        }
      }
      path.delete(node);
    };
    visit(start, []);
    return steps;
  }

  #isLast(node: ControlPoint): boolean {
    return getOrFail(this.#arcs, node).length === 0;
  }
}
