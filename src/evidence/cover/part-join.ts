import type { CoverPart, StateBox } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';
import type { Coordinates } from './coordinates.js';
import { CoverIndex } from './cover-index.js';

/** A box of states of which only those count that are in the parts with these numbers too. */
export interface JoinedBox {
  readonly box: StateBox;
  readonly open: readonly number[];
}

/** What a box of states is like for an obligation. */
export type Judgement =
  | { readonly kind: 'fine' }
  /** It is not known without the value of that coordinate. */
  | { readonly kind: 'depends'; readonly on: number }
  /** In some states of these boxes, which are in the box, the obligation does not hold. */
  | { readonly kind: 'wrong'; readonly boxes: readonly WrongBox[]; readonly why: string };

export interface WrongBox {
  readonly box: StateBox;
  /** What comes of a step from there and is not in a part; null: it is about no step. */
  readonly lost: StateBox | null;
}

export const fine: Judgement = { kind: 'fine' };

/**
 * Looks for states that are in all parts and in which an obligation does not hold. It begins with many states and takes those of
 * one box of a part at a time, but only as far as the obligation asks for it.
 */
export class PartJoin {
  readonly #indices: readonly CoverIndex[];
  readonly #parts: readonly number[];

  constructor(
    parts: readonly CoverPart[],
    private readonly coordinates: Coordinates,
    private readonly watch: () => void,
  ) {
    this.#indices = parts.map((part) => new CoverIndex(part, coordinates.count, watch));
    this.#parts = parts.map((_, i) => i);
  }

  get parts(): readonly number[] {
    return this.#parts;
  }

  part(number: number): CoverIndex {
    return at(this.#indices, number);
  }

  /** The states of the box that are in all parts. The part that is named, if any, is looked at first. */
  statesIn(box: StateBox, first: number | null): readonly JoinedBox[] {
    const all = { box, open: this.#parts };
    return first === null ? [all] : this.#joined(all, first);
  }

  /** States in which the obligation does not hold, and why; without any it holds. */
  *wrongIn(
    states: readonly JoinedBox[],
    judge: (box: StateBox) => Judgement,
  ): Generator<WrongBox & { readonly why: string }> {
    const todo = [...states];
    for (let state = todo.pop(); state !== undefined; state = todo.pop()) {
      this.watch();
      const judged = judge(state.box);
      switch (judged.kind) {
        case 'fine':
          break;
        case 'depends':
          for (const piece of this.#told(state, judged.on)) todo.push(piece);
          break;
        case 'wrong':
          for (const wrong of judged.boxes) {
            const fewer = this.#fewer({ box: wrong.box, open: state.open });
            if (fewer === null) yield { ...wrong, why: judged.why };
            else for (const piece of fewer) todo.push(piece);
          }
      }
    }
  }

  /** The states in pieces that say more about the coordinate: what a part says, else one value each. */
  #told(state: JoinedBox, coordinate: number): readonly JoinedBox[] {
    const { box, open } = state;
    if (at(box, coordinate) === null) {
      const telling = open.filter((part) => this.part(part).speaksOf(coordinate));
      const part = this.#fewest(box, telling);
      if (part !== null) return this.#joined(state, part);
    }
    return this.coordinates.parts(box, coordinate).map((piece) => ({ box: piece, open }));
  }

  /** Fewer states, by a part that does not have them all; null: all of them are in all parts. */
  #fewer(state: JoinedBox): readonly JoinedBox[] | null {
    const part = this.#fewest(state.box, state.open);
    if (part === null) return null;
    const joined = this.#joined(state, part);
    const [only] = joined;
    // The part has all of them.
    return joined.length === 1 && only !== undefined && isSame(only.box, state.box)
      ? this.#fewer(only)
      : joined;
  }

  #joined({ box, open }: JoinedBox, part: number): readonly JoinedBox[] {
    const rest = open.filter((other) => other !== part);
    return this.part(part)
      .within(box)
      .map((piece) => ({ box: piece, open: rest }));
  }

  /** Of these parts the one with the fewest boxes that have states in common with the box; null: there are none. */
  #fewest(box: StateBox, parts: readonly number[]): number | null {
    if (parts.length <= 1) return parts[0] ?? null;
    let best: number | null = null;
    let least = Infinity;
    for (const part of parts) {
      const count = this.part(part).countIn(box);
      if (count >= least) continue;
      best = part;
      least = count;
    }
    return best;
  }
}

const isSame = (a: StateBox, b: StateBox): boolean =>
  a.every((values, c) => values === b[c] || values?.length === b[c]?.length);
