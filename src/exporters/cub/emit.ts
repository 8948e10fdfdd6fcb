import { lineOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import { compare, conjunction, directUpdate, procTerm } from '../../lang/arrays/array-formula.js';
import type { ArrayComparison } from '../../lang/arrays/array-formula.js';
import type {
  ArrayFormula,
  ArrayTerm,
  ArrayTransition,
  ArrayUpdate,
  SymbolId,
} from '../../lang/arrays/array-system.js';
import type { SharedRead } from '../../lang/expr/expr.js';
import type { Automaton } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { addTo } from '../../support/remembered.js';
import { actor } from './cells.js';
import type { CubCell } from './cells.js';
import { cubesOf } from './dnf.js';
import { numberTerm, truthTerm } from './write-formula.js';
import { tooMany } from './knowledge.js';
import { lower, parameterName } from './naming.js';
import type { PcValue } from './process-places.js';
import { stands } from './scene.js';
import type { Scene } from './scene.js';
import { actorSpeaker } from './speak.js';

interface CubWrite extends CubCell {
  /** Null: any. */
  readonly value: ArrayTerm | null;
}

/** A step of a thread, but for what tells which thread it is. */
export interface CubStep {
  readonly from: PcValue;
  readonly to: PcValue;
  readonly guard: ArrayFormula;
  readonly writes: readonly CubWrite[];
  /** How many processes it speaks of besides the actor. */
  readonly others: number;
  readonly fence: boolean;
  /** A cell that has to be in memory when the step is over; null: there is none. */
  readonly direct: SharedRead | null;
  readonly span: Span;
}

/** More disjuncts than this are no text to be read. */
const mostCubes = 256;

/** Makes transitions of the steps of one thread. Guards are conjunctions; a disjunction becomes several transitions. */
export class Emitter {
  readonly #names = new Map<string, number>();

  constructor(
    private readonly scene: Scene,
    private readonly thread: Automaton,
  ) {}

  emit(step: CubStep): readonly ArrayTransition[] {
    if (step.from === step.to && step.writes.length === 0) return [];
    const cubes = cubesOf(step.guard, mostCubes) ?? tooMany(step.span);
    return cubes.flatMap((cube) =>
      this.#looks(step, cube).map((look) => this.#transition(step, [...cube, ...look])),
    );
  }

  /**
   * What is written is in memory at once only where something is read beside it. If nothing is, the step looks at a cell
   * and goes on whatever it finds.
   */
  #looks(step: CubStep, cube: readonly ArrayComparison[]): readonly (readonly ArrayComparison[])[] {
    if (step.direct === null || this.#readsWeak(step, cube)) return [[]];
    const { direct, span } = step;
    const { domains } = this.scene.knowledge;
    const left = actorSpeaker(this.scene, span).term(direct);
    const look = (op: '=' | '<>', right: ArrayTerm): readonly ArrayComparison[] => [
      compare(op, left, right, span),
    ];
    if (domains.isTruth(direct)) return [look('=', truthTerm(true)), look('=', truthTerm(false))];
    const value = this.#someValue(direct);
    return [look('=', value), look('<>', value)];
  }

  #someValue(cell: SharedRead): ArrayTerm {
    const { domains, numbers } = this.scene.knowledge;
    if (numbers.kindOf(cell) !== null) return procTerm(actor);
    const value = domains.constantsOf(cell)?.[0];
    return value?.kind === 'int' ? numberTerm(value.value) : numberTerm(0n);
  }

  #readsWeak({ writes }: CubStep, cube: readonly ArrayComparison[]): boolean {
    const isWeak = (term: ArrayTerm | null): boolean =>
      term?.kind === 'cell' && this.scene.vocabulary.symbol(term.symbol).weak;
    return cube.some((l) => isWeak(l.left) || isWeak(l.right)) || writes.some((w) => isWeak(w.value));
  }

  #transition(step: CubStep, cube: readonly ArrayComparison[]): ArrayTransition {
    const { vocabulary, places, cast } = this.scene;
    const { span } = step;
    const number = procTerm({ kind: 'fixed', number: this.thread.id + 1 });
    const identity = cast.isFixed ? [compare('=', procTerm(actor), number, span)] : [];
    const moves =
      step.from === step.to ? [] : [{ symbol: vocabulary.pc, indices: [actor], value: places.term(step.to) }];
    const params = Array.from({ length: 1 + step.others }, (_, i) => parameterName(i));
    const formula = conjunction([...identity, stands(this.scene, actor, step.from, span), ...cube]);
    return {
      name: this.#name(span),
      params,
      actor: 0,
      guard: { formula, universals: [], fence: step.fence },
      updates: this.#updates([...moves, ...step.writes], params.length, span),
      span,
    };
  }

  /** Several cells of an array are written by one update. */
  #updates(writes: readonly CubWrite[], params: number, span: Span): readonly ArrayUpdate[] {
    const ofSymbol = new Map<SymbolId, CubWrite[]>();
    for (const write of writes) addTo(ofSymbol, write.symbol, write);
    return [...ofSymbol].map(([id, all]) => {
      const symbol = this.scene.vocabulary.symbol(id);
      const bound = symbol.arity === 0 ? [] : ['j'];
      const updates = all.map((w) => directUpdate(symbol, w.indices, w.value, { params, bound, span }));
      return { ...at(updates, 0), cases: updates.flatMap((u) => u.cases), direct: updates.length === 1 };
    });
  }

  #name(span: Span): string {
    const line = lineOf(span);
    const base = `${lower(this.thread.name)}${line === null ? '' : `_line_${line}`}`;
    const count = (this.#names.get(base) ?? 0) + 1;
    this.#names.set(base, count);
    return count === 1 ? base : `${base}_${count}`;
  }
}
