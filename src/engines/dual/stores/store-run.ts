import { at } from '../../../support/invariant.js';
import type { FoundConfig } from '../search/chain.js';
import type { LocalStateId } from '../search/locals.js';
import type { ConfigId } from '../search/minor-set.js';
import type { RunProcess } from '../search/run.js';
import type { BufferAction, ConfigLink } from './store-ancestry.js';
import type { StoreBufferSpace } from './store-space.js';
import type { OpenConfig, StoreDraft } from './undo-stores.js';

/** One action on the way to a target, with the configuration that it leads to. */
export interface RunLink {
  readonly process: number;
  readonly action: BufferAction;
  /** Buffers to be emptied before. */
  readonly drained: readonly { readonly process: number; readonly cell: number }[];
  readonly after: OpenConfig;
  /** Where the process stands there. */
  readonly local: LocalStateId;
}

/** The processes of a run, of the kinds and states of the reduced program. */
export interface LinkedRun {
  readonly processes: readonly RunProcess[];
  readonly beginning: number;
  readonly memory: readonly number[];
  readonly links: readonly RunLink[];
}

/** Goes from the initial configuration to the target, undoing each action once more to see who is who. */
export function linkedRun(space: StoreBufferSpace, { id: first, beginning, known }: FoundConfig): LinkedRun {
  const cast = new RunCast(space, beginning);
  let names = space.set.localsOf(first).map((local) => cast.enter(local, new Set()));
  const links: RunLink[] = [];
  let id = first;
  for (let link = space.ancestry.from(id); link !== null; link = space.ancestry.from(id)) {
    const { child, place, action } = link;
    const after = space.openConfig(child);
    const draft = madeAgain(space, id, link, after);
    const locals =
      place < after.locals.length ? after.locals : [...after.locals, space.undoing.newcomer(action.by)];
    const inChild = named(space, draft, names, locals, cast);
    links.push({
      process: at(inChild, place),
      action,
      drained: draft.drained.map((d) => ({ process: at(inChild, d.place), cell: d.cell })),
      after,
      local: at(locals, place),
    });
    names = inChild.slice(0, after.locals.length);
    id = child;
  }
  const meant = meantBy(space, id, names);
  return {
    processes: cast.processes.map((process, p) => ({ ...process, nth: meant.get(p) ?? null })),
    beginning,
    memory: space.program.cells.map((_, cell) => at(space.boxes.valuesOf(known, cell), 0)),
    links,
  };
}

/** Which process of its kind the target means by one of the run. */
function meantBy(
  space: StoreBufferSpace,
  id: ConfigId,
  names: readonly number[],
): ReadonlyMap<number, number> {
  const { draft, target } = space.ancestry.targetOf(id);
  const meant = new Map<number, number>();
  for (const [i, p] of space.orderOf(draft.locals).entries()) {
    const nth = target.processes[at(draft.places, p)]?.nth;
    if (nth !== undefined) meant.set(at(names, i), nth);
  }
  return meant;
}

/** The processes of a configuration in the order of the one it leads to: by place. */
function named(
  space: StoreBufferSpace,
  draft: StoreDraft,
  names: readonly number[],
  locals: readonly LocalStateId[],
  cast: RunCast,
): readonly number[] {
  const found: (number | undefined)[] = locals.map(() => undefined);
  for (const [i, p] of space.orderOf(draft.locals).entries()) found[at(draft.places, p)] = at(names, i);
  const taken = new Set(names);
  return found.map((name, place) => {
    if (name !== undefined) return name;
    const fresh = cast.enter(at(locals, place), taken);
    taken.add(fresh);
    return fresh;
  });
}

function madeAgain(
  space: StoreBufferSpace,
  id: ConfigId,
  { place, action }: ConfigLink,
  child: OpenConfig,
): StoreDraft {
  const [memory, locals] = [space.set.memoryOf(id), space.set.localsOf(id).join()];
  const found: StoreDraft[] = [];
  space.before(child, place, action, (before) => {
    const config = space.configOf(before);
    if (config.memory === memory && config.locals.join() === locals) found.push(before);
  });
  return at(found, 0);
}

/** Who takes part in a run. */
class RunCast {
  readonly processes: RunProcess[] = [];

  constructor(
    private readonly space: StoreBufferSpace,
    private readonly beginning: number,
  ) {}

  /** A process for the part: one that nobody else plays, if there may be no more of its kind. */
  enter(local: LocalStateId, taken: ReadonlySet<number>): number {
    const kind = this.space.locals.kind(local);
    const states = at(at(this.space.program.beginnings, this.beginning).states, kind);
    const state = this.space.locals.state(local);
    const { count } = at(this.space.program.kinds, kind);
    const same = [...this.processes.keys()].filter((p) => at(this.processes, p).kind === kind);
    const free = same.find((p) => !taken.has(p));
    if (count !== null && same.length >= count && free !== undefined) return free;
    const begin = states.includes(state) ? state : at(states, 0);
    return this.processes.push({ kind, begin, nth: null }) - 1;
  }
}
