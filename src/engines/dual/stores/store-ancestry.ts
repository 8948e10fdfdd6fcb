import { at, getOrFail } from '../../../support/invariant.js';
import type { GlobalTarget } from '../dual-program.js';
import type { FoundConfig } from '../search/chain.js';
import { Ints } from '../search/ints.js';
import type { LocalStateId } from '../search/locals.js';
import type { ConfigId } from '../search/minor-set.js';
import type { RunProcess } from '../search/run.js';
import type { StoreBufferSpace } from './store-space.js';
import type { StoreStep } from './store-steps.js';
import type { OpenConfig, StoreDraft } from './undo-stores.js';

/** What a process of kind `by` does. */
export type StoreAction =
  | { readonly kind: 'step'; readonly by: number; readonly step: StoreStep }
  /** Its oldest message for the cell reaches memory. */
  | { readonly kind: 'flush'; readonly by: number; readonly cell: number };

/** How a configuration was made: of a target, or by undoing what the process in that place did. */
export type StoreOrigin =
  | { readonly kind: 'target'; readonly draft: StoreDraft; readonly target: GlobalTarget }
  | {
      readonly kind: 'undone';
      readonly child: ConfigId;
      readonly place: number;
      readonly action: StoreAction;
    };

/** One action on the way to a target, with the configuration that it leads to. */
export interface RunLink {
  readonly process: number;
  readonly action: StoreAction;
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

/** Where configurations come from, and so the way from one to a target. */
export class StoreAncestry {
  /** For each configuration: the one it leads to (-1: a target), the place of the process, the number of the action. */
  readonly #child = new Ints();
  readonly #place = new Ints();
  readonly #action = new Ints();
  readonly #targets = new Map<ConfigId, Extract<StoreOrigin, { kind: 'target' }>>();
  readonly #steps: readonly { readonly by: number; readonly step: StoreStep }[];
  readonly #numbers: ReadonlyMap<StoreStep, number>;

  constructor(private readonly space: StoreBufferSpace) {
    this.#steps = space.into.flatMap((states, by) => states.flat().map((step) => ({ by, step })));
    this.#numbers = new Map(this.#steps.map(({ step }, i) => [step, i]));
  }

  get bytes(): number {
    return this.#child.bytes + this.#place.bytes + this.#action.bytes;
  }

  /** Configurations are told in the order of their numbers. */
  add(id: ConfigId, origin: StoreOrigin): void {
    if (origin.kind === 'target') this.#targets.set(id, origin);
    this.#child.push(origin.kind === 'target' ? -1 : origin.child);
    this.#place.push(origin.kind === 'target' ? 0 : origin.place);
    this.#action.push(origin.kind === 'target' ? -1 : this.#numberOf(origin.action));
  }

  #numberOf(action: StoreAction): number {
    if (action.kind === 'step') return getOrFail(this.#numbers, action.step);
    return this.#steps.length + action.by * this.space.program.cells.length + action.cell;
  }

  #actionOf(number: number): StoreAction {
    const cells = this.space.program.cells.length;
    const flush = number - this.#steps.length;
    if (flush >= 0) return { kind: 'flush', by: Math.floor(flush / cells), cell: flush % cells };
    return { kind: 'step', ...at(this.#steps, number) };
  }

  /** Goes from the initial configuration to the target, undoing each action once more to see who is who. */
  runFrom({ id: first, beginning, known }: FoundConfig): LinkedRun {
    const cast = new RunCast(this.space, beginning);
    let names = this.space.set.localsOf(first).map((local) => cast.enter(local, new Set()));
    const links: RunLink[] = [];
    let id = first;
    for (let child = this.#child.get(id); child !== -1; [id, child] = [child, this.#child.get(child)]) {
      const [place, action] = [this.#place.get(id), this.#actionOf(this.#action.get(id))];
      const after = this.space.openConfig(child);
      const draft = this.#madeAgain(id, after, place, action);
      const locals = [...after.locals, this.space.undoing.newcomer(action.by)].slice(0, Math.max(after.locals.length, place + 1));
      const inChild = this.#named(draft, names, locals, cast);
      links.push({
        process: at(inChild, place),
        action,
        drained: draft.drained.map((d) => ({ process: at(inChild, d.place), cell: d.cell })),
        after,
        local: at(locals, place),
      });
      names = inChild.slice(0, after.locals.length);
    }
    const { draft, target } = getOrFail(this.#targets, id);
    const meant = new Map<number, number>();
    for (const [i, p] of this.space.orderOf(draft.locals).entries()) {
      const nth = target.processes[at(draft.places, p)]?.nth;
      if (nth !== undefined) meant.set(at(names, i), nth);
    }
    return {
      processes: cast.processes.map((process, p) => ({ ...process, nth: meant.get(p) ?? null })),
      beginning,
      memory: this.space.program.cells.map((_, cell) => at(this.space.boxes.valuesOf(known, cell), 0)),
      links,
    };
  }

  /** The processes of a configuration in the order of the one it leads to: by place. */
  #named(
    draft: StoreDraft,
    names: readonly number[],
    locals: readonly LocalStateId[],
    cast: RunCast,
  ): readonly number[] {
    const named: (number | undefined)[] = locals.map(() => undefined);
    for (const [i, p] of this.space.orderOf(draft.locals).entries())
      named[at(draft.places, p)] = at(names, i);
    const taken = new Set(names);
    return named.map((name, place) => {
      if (name !== undefined) return name;
      const fresh = cast.enter(at(locals, place), taken);
      taken.add(fresh);
      return fresh;
    });
  }

  #madeAgain(id: ConfigId, child: OpenConfig, place: number, action: StoreAction): StoreDraft {
    const { set } = this.space;
    const [memory, locals] = [set.memoryOf(id), set.localsOf(id).join()];
    const found: StoreDraft[] = [];
    this.space.before(child, place, action, (before) => {
      const config = this.space.configOf(before);
      if (config.memory === memory && config.locals.join() === locals) found.push(before);
    });
    return at(found, 0);
  }
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
