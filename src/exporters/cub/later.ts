import { unsupported } from '../../diagnostics/diagnostic.js';
import type { ArrayTerm } from '../../lang/arrays/array-system.js';
import { local } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Automaton, Edge } from '../../lang/program/system.js';
import { keyOf } from './dnf.js';
import { valueTerm } from './write-formula.js';
import type { Speaker } from './write-formula.js';
import { shiftedExpr, shiftedOf } from './variable-sums.js';
import type { PcValue } from './process-places.js';
import type { Scene } from './scene.js';
import { actor, cellOf, cellTerm } from './cells.js';
import type { CubCell } from './cells.js';
import type { CubStore, CubWay } from './edge-ways.js';

/** A store that an atomic section makes after the step that stands for the section. */
export interface LaterWrite extends CubCell {
  /** In the state in which the store is made. */
  readonly value: ArrayTerm;
}

/** A step that does nothing but such a store. */
export interface LaterStep {
  readonly from: PcValue;
  readonly store: LaterWrite;
  readonly to: PcValue;
}

/**
 * A section that loads and stores, or stores more than once, is written as the step that does all the rest, and a step for
 * each store behind it. Nobody can tell when exactly a store is put into the buffer: others see it only when it leaves.
 * So the places in between are as good as the end of the section.
 */
export class Later {
  readonly #made = new Set<string>();
  #new: LaterStep[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly thread: Automaton,
  ) {}

  /** The stores as they are made behind the step, and what the step has to keep for them. */
  stores(
    stores: readonly CubStore[],
    way: CubWay,
    edge: Edge,
    speaker: Speaker,
  ): { readonly stores: readonly LaterWrite[]; readonly kept: readonly LaterWrite[] } {
    const kept: LaterWrite[] = [];
    const made = stores.map((store): LaterWrite => {
      const cell = cellOf(store.cell, this.scene.vocabulary);
      if (cell.indices.some((i) => i.kind === 'variable' && i.index > 0))
        unsupported(
          'an atomic section stores to the cell of another process beside other accesses',
          edge.span,
        );
      const { type } = this.scene.vocabulary.symbol(cell.symbol);
      const after = this.#afterwards(store.value, way);
      if (after !== null) return { ...cell, value: valueTerm(after, speaker, type) };
      const symbol = this.scene.vocabulary.plain('Waiting', type);
      kept.push({ symbol, indices: [actor], value: valueTerm(store.value, speaker, type) });
      return { ...cell, value: cellTerm({ symbol, indices: [actor] }) };
    });
    return { stores: made, kept };
  }

  /** Where the thread stands with these stores to be made. */
  place(edge: Edge, stores: readonly LaterWrite[]): PcValue {
    const { places } = this.scene;
    const [store, ...rest] = stores;
    if (store === undefined) return places.at(this.thread.id, edge.to);
    const key = stores.map((s) => `${s.symbol} ${JSON.stringify(s.indices)} ${keyOf(s.value)}`).join(' ');
    const here = places.before(this.thread.id, edge.to, key);
    const whole = `${edge.to} ${key}`;
    if (!this.#made.has(whole)) {
      this.#made.add(whole);
      this.#new.push({ from: here, store, to: this.place(edge, rest) });
    }
    return here;
  }

  /** The steps that no transition was made for yet. */
  takeNew(): readonly LaterStep[] {
    const taken = this.#new;
    this.#new = [];
    return taken;
  }

  /** The value in the state behind the step, if that is easily said. */
  #afterwards(value: Expr, way: CubWay): Expr | null {
    if (value.kind === 'int' || value.kind === 'bool' || value.kind === 'param') return value;
    for (const [id, now] of way.locals) {
      if (now === value) return local(id);
      const [wanted, has] = [shiftedOf(value), now === null ? null : shiftedOf(now)];
      if (wanted === null || has === null || wanted.variable === null) continue;
      if (wanted.variable === has.variable)
        return shiftedExpr({ variable: local(id), by: wanted.by - has.by });
    }
    const variable = shiftedOf(value)?.variable ?? value;
    return variable.kind === 'local' && !way.locals.has(variable.local) ? value : null;
  }
}
