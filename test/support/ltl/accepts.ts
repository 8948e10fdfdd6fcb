import type { Expr } from '../../../src/lang/expr/expr.js';
import type { BuchiAutomaton } from '../../../src/engines/ltl/automaton/automaton.js';
import type { PeriodicWord } from '../../../src/evidence/periodic-word.js';
import { at } from '../../../src/support/invariant.js';

/**
 * Whether the automaton accepts the run, by its definition: for some node (position, state) on a reachable cycle, each mark
 * is on a transition between nodes that reach it and are reached from it.
 */
export function accepts(automaton: BuchiAutomaton, word: PeriodicWord): boolean {
  const { atoms, transitions, initial, marks } = automaton;
  const count = transitions.length;
  if (count === 0) return false;
  const holds = (atom: Expr, position: number): boolean => word.holds(atom, position);
  const next = (position: number): number => (position + 1 < word.length ? position + 1 : word.loop);
  const edges = Array.from({ length: word.length * count }, (_, node) => {
    const position = Math.floor(node / count);
    return at(transitions, node % count)
      .filter(({ wants, forbids }) =>
        atoms.every((atom, i) => {
          const bit = 1 << i;
          if ((wants & bit) !== 0) return holds(atom, position);
          return (forbids & bit) === 0 || !holds(atom, position);
        }),
      )
      .map((t) => ({ to: next(position) * count + t.to, marks: t.marks }));
  });
  const reach = (from: number): ReadonlySet<number> => {
    const seen = new Set<number>();
    const open = [from];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const { to } of at(edges, node)) {
        if (seen.has(to)) continue;
        seen.add(to);
        open.push(to);
      }
    }
    return seen;
  };
  const all = Array.from(edges, (_, node) => reach(node));
  for (const node of new Set([initial, ...at(all, initial)])) {
    const here = at(all, node);
    if (!here.has(node)) continue;
    const inside = (other: number): boolean => here.has(other) && at(all, other).has(node);
    const found = [...here]
      .filter(inside)
      .flatMap((from) => at(edges, from).filter((edge) => inside(edge.to)))
      .reduce((bits, edge) => bits | edge.marks, 0);
    if (Array.from({ length: marks }, (_, i) => 1 << i).every((bit) => (found & bit) !== 0)) return true;
  }
  return false;
}
