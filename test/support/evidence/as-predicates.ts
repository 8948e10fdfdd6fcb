import { binary, falsity, int, local, not, shared, truth } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { locationId, sharedId } from '../../../src/lang/expr/ids.js';
import { Cells } from '../../../src/lang/program/system.js';
import type { System } from '../../../src/lang/program/system.js';
import type { Type } from '../../../src/lang/expr/type.js';
import type { BufferSlot, PredicateBox, PredicateCover } from '../../../src/lang/run/predicate-cover.js';
import type {
  AllowedValues,
  StateBox,
  StateCover,
  WaitingWrites,
} from '../../../src/lang/run/state-cover.js';
import { at } from '../../../src/support/invariant.js';
import { numbersBelow } from '../../../src/support/lists.js';
import { remembered } from '../../../src/support/remembered.js';

/** The same states, of one part, told by predicates: what values variables have, and slots for what waits. */
export function asPredicates(system: System, { parts: [boxes = []], waiting }: StateCover): PredicateCover {
  return new PredicateTeller(system, waiting).cover(boxes);
}

const everyNumber = (count: number): readonly bigint[] => numbersBelow(count).map(BigInt);

class PredicateTeller {
  readonly #cells: Cells;
  readonly #predicates: Expr[] = [];
  readonly #numbers = new Map<Expr, number>();
  readonly #slots: BufferSlot[] = [];
  readonly #slotNumbers = new Map<string, number>();
  readonly #shapes: PredicateCover['shapes'][number][] = [[]];
  readonly #shapeNumbers = new Map([['', 0]]);

  constructor(
    private readonly system: System,
    private readonly waiting: readonly WaitingWrites[],
  ) {
    this.#cells = new Cells(system.shared);
  }

  cover(boxes: readonly StateBox[]): PredicateCover {
    const told = boxes.flatMap((box) => this.#boxes(box));
    return { slots: this.#slots, predicates: this.#predicates, shapes: this.#shapes, boxes: told };
  }

  /** One for each choice of what waits. */
  #boxes(box: StateBox): readonly PredicateBox[] {
    const { threads, locals } = this.system;
    const values = [
      ...this.#cells.all().map((cell) => this.#variable(cell)),
      ...locals.map(({ id, type }) => ({ variable: local(id), type })),
    ].map(({ variable, type }, i) => isOneOf(variable, type, at(box, threads.length + i)));
    const words = threads.map(
      (_, t) => at(box, threads.length + values.length + t) ?? everyNumber(this.waiting.length),
    );
    const places = threads.map((_, t) =>
      (at(box, t) ?? everyNumber(at(threads, t).locations.length)).map((place) => locationId(Number(place))),
    );
    return choices(words).map((chosen) => {
      const waits = chosen.map((word, t) => this.#told(t, at(this.waiting, Number(word))));
      const facts = [...values, ...waits.flatMap(({ facts: own }) => own)].filter((fact) => fact !== truth);
      return {
        at: places,
        shapes: waits.map(({ shape }) => [shape]),
        holds: facts.filter((_, i) => i % 2 === 0).map((fact) => this.#number(fact)),
        // Half of what is said is said of the opposite.
        fails: facts.filter((_, i) => i % 2 === 1).map((fact) => this.#number(not(fact))),
      };
    });
  }

  #told(thread: number, word: WaitingWrites): { readonly shape: number; readonly facts: readonly Expr[] } {
    const counts = new Map<number, number>();
    const facts = word.flatMap((entry) => {
      if (entry.kind === 'marker') return [];
      const position = (counts.get(entry.cell) ?? 0) + 1;
      counts.set(entry.cell, position);
      const slot = { thread: at(this.system.threads, thread).id, cell: entry.cell, position };
      const number = remembered(this.#slotNumbers, JSON.stringify(slot), () => this.#slots.push(slot) - 1);
      const variable = shared(sharedId(this.system.shared.length + number));
      return [isOneOf(variable, this.#cells.variable(entry.cell).type, [entry.value])];
    });
    const shape = word.map((entry) => (entry.kind === 'marker' ? '|' : entry.cell));
    return {
      facts,
      shape: remembered(this.#shapeNumbers, shape.join(), () => this.#shapes.push(shape) - 1),
    };
  }

  #variable(cell: Parameters<Cells['variable']>[0]): { readonly variable: Expr; readonly type: Type } {
    const { id, shape, type } = this.#cells.variable(cell);
    return { variable: shared(id, shape.kind === 'scalar' ? null : int(this.#cells.indexIn(cell))), type };
  }

  #number = (fact: Expr): number => remembered(this.#numbers, fact, () => this.#predicates.push(fact) - 1);
}

function isOneOf(variable: Expr, type: Type, values: AllowedValues): Expr {
  if (values === null) return truth;
  const cases = values.map((value) =>
    type.kind === 'bool' ? isTruthValue(variable, value) : binary('==', variable, int(value)),
  );
  return cases.reduce((all, one) => binary('||', all, one));
}

const isTruthValue = (variable: Expr, value: bigint): Expr =>
  value === 1n ? variable : value === 0n ? not(variable) : falsity;

const choices = (lists: readonly (readonly bigint[])[]): readonly (readonly bigint[])[] =>
  lists.reduce<readonly (readonly bigint[])[]>(
    (found, list) => found.flatMap((chosen) => list.map((value) => [...chosen, value])),
    [[]],
  );
