import type { ArrayTransition } from '../../lang/arrays/array-system.js';
import { always } from '../../lang/arrays/array-system.js';
import { sharedReads } from '../../lang/expr/expr.js';
import type { Automaton, Edge } from '../../lang/program/system.js';
import { Emitter } from './emit.js';
import type { CubStep } from './emit.js';
import { waysOf } from './evaluate-expr.js';
import { formulaOf, valueTerm } from './write-formula.js';
import type { Speaker } from './write-formula.js';
import { Later } from './later.js';
import type { Scene } from './scene.js';
import { settled } from './settle.js';
import { actor, cellOf } from './cells.js';
import { actorSpeaker } from './speak.js';
import { conditionOf } from './edge-ways.js';
import type { CubStore, CubWay } from './edge-ways.js';

/** The transitions of one thread or process, in the order of its edges. */
export function transitionsOf(thread: Automaton, scene: Scene, drains: boolean): readonly ArrayTransition[] {
  const emitter = new Emitter(scene, thread);
  const later = new Later(scene, thread);
  const made = thread.edges.flatMap((edge) => {
    const ways = settled(waysOf(edge, thread.id, scene.knowledge), scene.knowledge, edge.span);
    return ways.flatMap((way) => {
      const step = stepOf(way, edge, thread, scene, later);
      const behind = later
        .takeNew()
        .map(({ from, to, store }) => ({ ...rest, from, to, writes: [store], span: edge.span }));
      if (behind.length > 0) scene.note('tso');
      return [step, ...behind].flatMap((s) => emitter.emit(s));
    });
  });
  return drains ? [...made, ...emitter.emit(drainStep(thread, scene))] : made;
}

const rest = { guard: always, others: 0, fence: false, direct: null };

/** The thread comes to rest when its buffer is empty. */
function drainStep({ id, end, span }: Automaton, { places }: Scene): CubStep {
  return { ...rest, from: places.at(id, end), to: places.drained(id), writes: [], fence: true, span };
}

function stepOf(way: CubWay, edge: Edge, thread: Automaton, scene: Scene, later: Later): CubStep {
  const { places, vocabulary } = scene;
  const speaker = actorSpeaker(scene, edge.span);
  const plan = scene.isBuffered || !isSection(way) ? planned(way) : atOnce(way, scene);
  const behind = later.stores(plan.behind, way, edge, speaker);
  const direct = plan.now.find((s) => s.isDirect)?.cell ?? null;
  const stores = plan.now.map((s) => {
    const cell = cellOf(s.cell, vocabulary);
    return { ...cell, value: valueTerm(s.value, speaker, vocabulary.symbol(cell.symbol).type) };
  });
  return {
    from: places.at(thread.id, edge.from),
    to: way.fault === null ? later.place(edge, behind.stores) : places.fault(way.fault),
    guard: formulaOf(conditionOf(way), speaker),
    writes: [...localWrites(way, scene, speaker), ...behind.kept, ...stores],
    others: way.others,
    fence: way.isFenced && direct === null,
    direct,
    span: edge.span,
  };
}

function localWrites({ locals }: CubWay, { vocabulary }: Scene, speaker: Speaker): CubStep['writes'] {
  return [...locals].flatMap(([id, value]) => {
    if (value?.kind === 'local' && value.local === id) return [];
    const cell = { symbol: vocabulary.local(id), indices: [actor] };
    const { type } = vocabulary.symbol(cell.symbol);
    return [{ ...cell, value: value === null ? null : valueTerm(value, speaker, type) }];
  });
}

/**
 * Which stores go with the step. Those of a locked instruction do; a single buffered one does if the step reads no shared
 * cell, because a transition that reads and writes is locked.
 */
function planned(way: CubWay): { readonly now: readonly CubStore[]; readonly behind: readonly CubStore[] } {
  const direct = lastOfEach(way.stores.filter((s) => s.isDirect));
  const buffered = way.stores.filter((s) => !s.isDirect);
  if (direct.length === 0 && buffered.length === 1 && !readsMemory(way)) return { now: buffered, behind: [] };
  return { now: direct, behind: buffered };
}

/** Under SC the stores of a section are seen together, which no file for TSO says. */
function atOnce({ stores }: CubWay, scene: Scene): ReturnType<typeof planned> {
  scene.note('sc');
  return { now: lastOfEach(stores), behind: [] };
}

const lastOfEach = (stores: readonly CubStore[]): readonly CubStore[] => [
  ...new Map(stores.map((s) => [s.cell, s])).values(),
];

/** Whether the step is an atomic section of which the memory models differ: no locked one, and more than one access. */
function isSection(way: CubWay): boolean {
  if (way.stores.every((s) => s.isDirect)) return false;
  return way.stores.length > 1 || readsMemory(way);
}

const readsMemory = ({ facts, conds, locals, stores }: CubWay): boolean =>
  [...facts.keys(), ...conds, ...locals.values(), ...stores.map((s) => s.value)].some(
    (expr) => expr !== null && sharedReads(expr).length > 0,
  );
