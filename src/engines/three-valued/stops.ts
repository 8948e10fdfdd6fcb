import { someGuardHolds } from '../../lang/boolean/guards.js';
import type { BooleanCommand, BooleanProgram, BooleanThread } from '../../lang/boolean/boolean-program.js';
import { forEachAtom } from '../../lang/boolean/boolean-formula.js';
import type { BooleanId, LocationId } from '../../lang/expr/ids.js';
import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import { neverDrops, readsOf, readsOfUpdate } from './cone.js';

/**
 * Where a thread stops: the locations at which a state is stored. It passes the others without anybody looking: those in
 * atomic sections, and those from which it only takes steps that no other thread and no property can tell apart (a
 * reduction of the interleavings that keeps every property of single states).
 */
export function stopsOf(program: BooleanProgram, thread: number): Uint8Array {
  const automaton = at(program.threads, thread);
  // The initialisation runs alone: nobody looks before its end.
  if (thread === 0) return Uint8Array.from(automaton.locations, ({ id }) => (id === automaton.end ? 1 : 0));
  const sight = new Sight(program, thread);
  const out = byNumber(automaton.commands, automaton.locations.length, (command) => command.from);
  const passes = automaton.locations.map(
    ({ id, atomic, astray }) =>
      atomic ||
      (id !== automaton.entry && id !== automaton.end && !astray && isQuiet(automaton, at(out, id), sight)),
  );
  const stops = Uint8Array.from(passes, (pass) => (pass ? 0 : 1));
  breakCycles(automaton, out, stops);
  return stops;
}

/** All that can happen here is one thread's own business, and something always can. */
function isQuiet(automaton: BooleanThread, out: readonly BooleanCommand[], sight: Sight): boolean {
  const quiet = out.every(
    (c) => !c.fence && !at(automaton.locations, c.to).atomic && sight.isUnseen(automaton, c),
  );
  return quiet && isComplete(out);
}

/** A choose may drop the step, so it must not be the only thing that can happen. */
const isComplete = (out: readonly BooleanCommand[]): boolean =>
  someGuardHolds(out.filter((c) => c.updates.every((u) => neverDrops(u.value))));

/** What of a thread others can see. */
class Sight {
  /** Labels whose being left (1), or being reached (2), may turn the property from false to true. */
  readonly #labels = new Map<number, number>();
  readonly #hidden: readonly boolean[];

  constructor(program: BooleanProgram, thread: number) {
    const condition = program.property?.condition ?? null;
    const seen = new Set<BooleanId>(program.infeasible.flatMap(readsOf));
    if (condition !== null) {
      readsOf(condition).forEach((v) => seen.add(v));
      // Where `at L` stands under an odd number of negations the property is false more often at L, so a violation seen
      // before L is reached is still there at L; but one at L may be gone after it.
      forEachAtom(condition, (atom, positive) => {
        if (atom.kind !== 'at' || atom.thread !== thread) return;
        this.#labels.set(atom.label, (this.#labels.get(atom.label) ?? 0) | (positive ? 2 : 1));
      });
    }
    this.#hidden = program.variables.map((v) => v.thread === thread && !seen.has(v.id));
  }

  /** The step reads and writes hidden variables only, and cannot hide a violation by leaving or reaching a label. */
  isUnseen(automaton: BooleanThread, { guard, updates, from, to }: BooleanCommand): boolean {
    const own = (v: BooleanId): boolean => this.#hidden[v] === true;
    if (!readsOf(guard).every(own)) return false;
    if (!updates.every((u) => own(u.target) && readsOfUpdate(u).every(own))) return false;
    const [left, reached] = [at(automaton.locations, from).label, at(automaton.locations, to).label];
    if (left === reached) return true;
    return ((this.#effect(left) & 1) | (this.#effect(reached) & 2)) === 0;
  }

  #effect(label: number | null): number {
    return label === null ? 0 : (this.#labels.get(label) ?? 0);
  }
}

/** A thread must not pass in circles: others would wait for it. Somewhere on each cycle of passing outside atomic sections it stops. */
function breakCycles(
  automaton: BooleanThread,
  out: readonly (readonly BooleanCommand[])[],
  stops: Uint8Array,
): void {
  const passesFreely = (id: LocationId): boolean => stops[id] === 0 && !at(automaton.locations, id).atomic;
  const state = new Uint8Array(stops.length);
  for (const { id: root } of automaton.locations) {
    if (!passesFreely(root) || state[root] !== 0) continue;
    const path: { readonly id: LocationId; next: number }[] = [{ id: root, next: 0 }];
    state[root] = 1;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const command = at(out, top.id)[top.next++];
      if (command === undefined) {
        state[top.id] = 2;
        path.pop();
      } else if (passesFreely(command.to)) {
        if (state[command.to] === 1) stops[command.to] = 1;
        else if (state[command.to] === 0) {
          state[command.to] = 1;
          path.push({ id: command.to, next: 0 });
        }
      }
    }
  }
}
