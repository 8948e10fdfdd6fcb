import { at, invariant } from '../../support/invariant.js';
import type { Hop } from '../shared/packed/tracer.js';
import type { FairCycleSearch } from './emptiness.js';
import { IntList, NodeTable } from './node-table.js';
import { stepsFrom, wantedMarks } from './product.js';
import type { Product, ProductStep } from './product.js';

/** A run through the table of states: hops from an initial state, then others again and again. */
export interface TableLasso {
  readonly root: number;
  readonly stem: readonly Hop[];
  readonly cycle: readonly Hop[];
}

interface LassoNode {
  readonly state: number;
  readonly place: number;
}

interface ProductWalk {
  readonly start: LassoNode;
  readonly hops: readonly Hop[];
  readonly end: LassoNode;
  readonly marks: number;
}

/** So many ways into components with all marks are tried. */
const stemsToTry = 6;

/**
 * The shortest run that is found into a component with all marks and around in it: from some of the first nodes of such
 * components, breadth first through all that is known, always to the nearest step with a mark that is missing, and back.
 */
export function lassoOf(search: FairCycleSearch, need: (bytes: number) => void): TableLasso {
  const { product } = search;
  const { initial } = product.automaton;
  const isGoal = ({ state, place }: LassoNode): boolean => search.component(state, place) !== 0;
  const roots = Array.from({ length: product.roots }, (_, state): LassoNode => ({ state, place: initial }));
  const inside = roots
    .filter(isGoal)
    .map((root): ProductWalk => ({ start: root, hops: [], end: root, marks: 0 }));
  const stems =
    inside.length > 0
      ? inside.slice(0, stemsToTry)
      : nearest(product, roots, () => true, isGoal, stemsToTry, need);
  const lassos = stems.map(({ start, hops, end }): TableLasso => {
    return { root: start.state, stem: hops, cycle: cycleAt(search, end, need) };
  });
  const length = ({ stem, cycle }: TableLasso): number => stem.length + cycle.length;
  return lassos.reduce((best, lasso) => (length(lasso) < length(best) ? lasso : best));
}

function cycleAt(search: FairCycleSearch, home: LassoNode, need: (bytes: number) => void): readonly Hop[] {
  const { product } = search;
  const component = search.component(home.state, home.place);
  const isInside = ({ state, place }: LassoNode): boolean => search.component(state, place) === component;
  const isHome = ({ state, place }: LassoNode): boolean => state === home.state && place === home.place;
  const walk = (from: LassoNode, isGoal: (step: ProductStep) => boolean): ProductWalk =>
    at(nearest(product, [from], isInside, isGoal, 1, need), 0);
  const cycle: Hop[] = [];
  let here = home;
  let missing = wantedMarks(product);
  while (missing !== 0) {
    const wanted = missing;
    const { hops, end, marks } = walk(here, (step) => (step.marks & wanted) !== 0);
    cycle.push(...hops);
    missing &= ~marks;
    here = end;
  }
  return cycle.length > 0 && isHome(here) ? cycle : [...cycle, ...walk(here, isHome).hops];
}

/** From one of the nodes, through nodes that are allowed, up to steps that are goals, to so many nodes; breadth first. */
function nearest(
  product: Product,
  starts: readonly LassoNode[],
  isAllowed: (node: LassoNode) => boolean,
  isGoal: (step: ProductStep) => boolean,
  count: number,
  need: (bytes: number) => void,
): readonly ProductWalk[] {
  const seen = new NodeTable(product.automaton.transitions.length, need);
  const list = (): IntList => new IntList(need);
  const [states, places, before, labels, marks] = [list(), list(), list(), list(), list()];
  const add = ({ state, place }: LassoNode, from: number, label: number, mark: number): void => {
    states.push(state);
    places.push(place);
    before.push(from);
    labels.push(label);
    marks.push(mark);
    seen.set(state, place, states.count);
  };
  for (const start of starts) if (seen.get(start.state, start.place) === 0) add(start, -1, 0, 0);
  const nodeAt = (i: number): LassoNode => ({ state: at(states.items, i), place: at(places.items, i) });
  const walkTo = (step: ProductStep, last: number): ProductWalk => {
    const hops: Hop[] = [{ from: at(states.items, last), to: step.state, label: step.label }];
    let all = step.marks;
    let i = last;
    for (; at(before.items, i) >= 0; i = at(before.items, i)) {
      const from = at(states.items, at(before.items, i));
      hops.push({ from, to: at(states.items, i), label: at(labels.items, i) });
      all |= at(marks.items, i);
    }
    return { start: nodeAt(i), hops: hops.reverse(), end: step, marks: all };
  };
  const found: ProductWalk[] = [];
  for (let i = 0; i < states.count && found.length < count; i++) {
    const { state, place } = nodeAt(i);
    for (const step of stepsFrom(product, state, place)) {
      if (!isAllowed(step)) continue;
      const isNew = count === 1 || seen.get(step.state, step.place) === 0;
      if (isNew && isGoal(step) && found.push(walkTo(step, i)) === count) break;
      if (seen.get(step.state, step.place) === 0) add(step, i, step.label, step.marks);
    }
  }
  invariant(found.length > 0, 'a component is connected, and reached from an initial state');
  return found;
}
