import { int, local, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { cellId, localId, locationId, sharedId } from '../../lang/expr/ids.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { Cells } from '../../lang/program/system.js';
import type { System } from '../../lang/program/system.js';
import type { PredicateBox, PredicateCover, BufferSlot } from '../../lang/run/predicate-cover.js';
import { InternalError, at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type {
  EvidenceFormula,
  EvidencePredicateBox,
  EvidenceValues,
  PredicatesClaim,
} from './evidence-document.js';
import { formulaRead, formulaText } from './formula-text.js';
import { NoEvidence } from './read-evidence.js';
import { StateNames } from '../../lang/program/state-names.js';
import { cellOf, numbersWithin, threadOf, variable } from './understood.js';
import { told } from './write-evidence.js';

/** What an invariant over predicates is in evidence. */
export function predicatesClaim(
  system: System,
  properties: readonly string[],
  { slots, predicates, shapes, boxes }: PredicateCover,
): PredicatesClaim {
  const names = new StateNames(system);
  const cells = new Cells(system.shared);
  const nameOf = (found: Expr): EvidenceFormula => {
    if (found.kind === 'local') return names.ofLocal(found.local);
    if (found.kind !== 'shared') throw new InternalError(`a ${found.kind} is no variable`);
    const slot = slots[found.shared - system.shared.length];
    if (slot !== undefined)
      return ['waiting', at(names.threads, slot.thread), names.ofCell(slot.cell), slot.position];
    const index = found.index?.kind === 'int' ? Number(found.index.value) : 0;
    return names.ofCell(cells.cell(found.shared, index));
  };
  return {
    kind: 'predicates',
    properties,
    predicates: predicates.map((formula) => formulaText(formula, nameOf)),
    shapes: shapes.map((shape) => shape.map((cell) => (cell === '|' ? cell : names.ofCell(cell)))),
    boxes: boxes.map((box) => boxText(box, names)),
  };
}

function boxText(
  { at: places, shapes, holds, fails }: PredicateBox,
  names: StateNames,
): EvidencePredicateBox {
  const byThread = (numbers: readonly (readonly number[])[], isTold: (told: readonly number[]) => boolean) =>
    Object.fromEntries(
      numbers.flatMap((own, t) =>
        isTold(own) ? [[at(names.threads, t), told(own.map(BigInt))] as const] : [],
      ),
    );
  return {
    at: byThread(places, () => true),
    buffers: byThread(shapes, (own) => own.join() !== '0'),
    holds,
    fails,
  };
}

/** What the claim says in terms of the automata; throws `NoEvidence` for what they do not have. */
export function predicateCoverOf(system: System, claim: PredicatesClaim): PredicateCover {
  const names = new StateNames(system);
  if (claim.shapes[0]?.length !== 0) throw new NoEvidence('the first of `shapes` is not nothing');
  const vocabulary = new Vocabulary(system, names);
  const predicates = claim.predicates.map((formula) => formulaRead(formula, vocabulary));
  const shapes = claim.shapes.map((shape) =>
    shape.map((cell) => (cell === '|' ? cell : cellOf(names, cell))),
  );
  const count = { predicates: predicates.length, shapes: shapes.length };
  return {
    ...{ predicates, shapes, slots: vocabulary.slots },
    boxes: claim.boxes.map((box) => boxOf(system, names, box, count)),
  };
}

/** What names mean in the formulas of a claim. */
class Vocabulary {
  readonly slots: BufferSlot[] = [];
  readonly #cells: Cells;
  readonly #slots = new Map<string, Expr>();

  constructor(
    private readonly system: System,
    private readonly names: StateNames,
  ) {
    this.#cells = new Cells(system.shared);
  }

  variable = (name: string): Expr => {
    const found = variable(this.names, name);
    const firstLocal = this.#cells.count;
    if (found >= firstLocal) return local(localId(found - firstLocal));
    const cell = cellId(found);
    const { id, shape } = this.#cells.variable(cell);
    return shared(id, shape.kind === 'scalar' ? null : int(this.#cells.indexIn(cell)));
  };

  waiting = (thread: string, cell: string, position: number): Expr => {
    const slot = { thread: threadOf(this.names, thread), cell: cellOf(this.names, cell), position };
    return remembered(this.#slots, JSON.stringify(slot), () => {
      this.slots.push(slot);
      return shared(sharedId(this.system.shared.length + this.slots.length - 1));
    });
  };

  isTruth = (found: Expr): boolean => {
    if (found.kind === 'local') return at(this.system.locals, found.local).type.kind === 'bool';
    if (found.kind !== 'shared') return false;
    const slot = this.slots[found.shared - this.system.shared.length];
    const { type } =
      slot === undefined ? at(this.system.shared, found.shared) : this.#cells.variable(slot.cell);
    return type.kind === 'bool';
  };
}

function boxOf(
  system: System,
  names: StateNames,
  { at: standing, buffers, holds, fails }: EvidencePredicateBox,
  count: { readonly predicates: number; readonly shapes: number },
): PredicateBox {
  const byThread = (found: Readonly<Record<string, EvidenceValues>>): ReadonlyMap<ThreadId, EvidenceValues> =>
    new Map(Object.entries(found).map(([name, values]) => [threadOf(names, name), values]));
  const [places, shapes] = [byThread(standing), byThread(buffers)];
  const predicates = (numbers: readonly number[]): readonly number[] => {
    if (numbers.some((number) => number >= count.predicates))
      throw new NoEvidence('a box speaks of a predicate that there is not');
    return numbers;
  };
  return {
    at: system.threads.map(({ id, name, locations }) =>
      numbersWithin(places.get(id) ?? [], locations.length, `the locations of ${name}`).map(locationId),
    ),
    shapes: system.threads.map(({ id, name }) =>
      numbersWithin(shapes.get(id) ?? [0], count.shapes, `the buffer of ${name}`),
    ),
    holds: predicates(holds),
    fails: predicates(fails),
  };
}
