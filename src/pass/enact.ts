import type { Execution, Step } from '../lang/run/execution.js';
import type { ThreadId } from '../lang/expr/ids.js';
import type { Block, Enacts, Program, Stmt } from '../lang/program/program.js';
import type { Edge, System } from '../lang/program/system.js';
import { mapBlocks, mapBodies } from '../lang/program/visit.js';
import { Machine, stateKey } from '../memory/machine.js';
import type { MachineState } from '../memory/machine.js';
import type { MemoryModel } from '../memory/model.js';
import { sc } from '../memory/sc.js';
import { at, invariant } from '../support/invariant.js';
import type { MapBack } from './pass.js';
import { onlyWaits, strayed } from './strayed.js';

/** Numbers every statement, so that what passes make of it can be told to do its work. */
export function numbered(program: Program): Program {
  let next = 0;
  const mark = (stmt: Stmt): Stmt => {
    const enacts: Enacts = { kind: 'statement', number: next++, part: 'whole' };
    return { ...mapBlocks(stmt, block), enacts };
  };
  const block = (stmts: Block): Block => stmts.map(mark);
  return mapBodies(program, block);
}

/**
 * Leads runs of a program that carries its store buffers back to runs of its source under the memory model: both are
 * executed side by side, and each marked step is the cue for the source's. Where the source could take the cue in several
 * ways (branches of an `either` may look alike for a while), all are followed.
 */
export function ledBack(reduced: System, source: System, model: MemoryModel): MapBack {
  return (execution) => new Follower(new Machine(reduced, sc), new Machine(source, model)).follow(execution);
}

/**
 * A run of the source that does what the reduced program has done so far: each marked step of the one is a step of the
 * other. What is not known yet (which branch of an `either`; whether a test was made when its load was, or is yet to be)
 * makes several trails of one; a trail that cannot follow a cue is given up.
 */
interface Trail {
  readonly steps: readonly Step[];
  readonly state: MachineState;
  /** It has ended by a fault. */
  readonly ended: boolean;
  /** Tests that were made at their loads, by thread and number. */
  readonly tested: ReadonlySet<string>;
}

/** A trail can be no longer than this while it looks for the source's place. */
const maxDetour = 100;

class Follower {
  constructor(
    private readonly reduced: Machine,
    private readonly source: Machine,
  ) {}

  follow(execution: Execution): Execution {
    const initial = this.ownChoices(execution);
    let trails: readonly Trail[] = [
      { steps: [], state: this.source.initial(initial), ended: false, tested: new Set() },
    ];
    let state = this.reduced.initial(execution.initial);
    for (const step of execution.steps) {
      invariant(step.kind === 'edge', 'a program that carries its buffers has no flushes of its own');
      const edge = this.reduced.edge(step.thread, step.edge);
      trails = distinct(this.cue(trails, edge, step.thread, step.havoc));
      const result = this.reduced.take(state, step);
      if (result.kind === 'fault') trails = this.faulting(trails, step.thread, result.property);
      if (result.kind !== 'moved') break;
      ({ state } = result);
    }
    const { threads } = this.source.system;
    const arrived = threads.reduce((found, { id }) => this.arriving(found, id, state), trails);
    const [best] = [...arrived].sort((a, b) => this.strayedInAll(a, state) - this.strayedInAll(b, state));
    invariant(best !== undefined, 'every run of the reduced program is one of its source');
    return { initial, steps: best.steps };
  }

  /** The source has the first variables of the reduced program; what passes added is initialised. */
  private ownChoices({ initial }: Execution): Execution['initial'] {
    const locals = this.source.system.locals.length;
    return {
      cells: new Map([...initial.cells].filter(([cell]) => cell < this.source.cells.count)),
      locals: new Map([...initial.locals].filter(([local]) => local < locals)),
    };
  }

  private cue(
    trails: readonly Trail[],
    edge: Edge,
    thread: ThreadId,
    havoc: readonly bigint[],
  ): readonly Trail[] {
    const { enacts } = edge;
    if (enacts === undefined) return trails;
    if (enacts.kind === 'flush') return trails.flatMap((trail) => this.flush(trail, enacts));
    const key = `${thread} ${enacts.number}`;
    const next = trails.flatMap((trail): readonly Trail[] => {
      if (trail.ended) return [trail];
      const { tested } = trail;
      if (enacts.part === 'late' && tested.has(key)) return [{ ...trail, tested: without(tested, key) }];
      const enacted = this.detours(trail, thread).flatMap((t) => this.enact(t, thread, enacts.number, havoc));
      // A step without actions may be one here and none there.
      if (edge.actions.length === 0) return [trail, ...enacted];
      if (enacts.part !== 'early') return enacted;
      return [trail, ...enacted.map((t) => ({ ...t, tested: new Set([...tested, key]) }))];
    });
    // What the source does only as part of a later step is no cue yet.
    return next.length > 0 ? next : trails;
  }

  private flush(trail: Trail, { thread, place }: Extract<Enacts, { kind: 'flush' }>): readonly Trail[] {
    if (trail.ended) return [trail];
    const [oldest] = at(trail.state.buffers, thread);
    const ownOldest = oldest?.kind === 'write' ? oldest.cell : null;
    const cell = place === null ? ownOldest : this.source.cells.cell(place.shared, place.index);
    if (cell === null) return [];
    return this.taken(trail, { kind: 'flush', thread, cell });
  }

  /** The trail, and those that first take steps of the thread that do nothing but wait. */
  private detours(trail: Trail, thread: ThreadId): readonly Trail[] {
    const found = [trail];
    for (let i = 0; i < found.length && i < maxDetour; i++) {
      const here = at(found, i);
      for (const edge of this.leaving(here, thread)) {
        if (!onlyWaits(edge)) continue;
        for (const next of this.taken(here, { kind: 'edge', thread, edge: edge.id, havoc: [] })) {
          // A `fence(ww)` that leaves a marker does something.
          if (at(next.state.buffers, thread).length > at(here.state.buffers, thread).length) continue;
          if (!found.some((f) => f.state.places.join() === next.state.places.join())) found.push(next);
        }
      }
    }
    return found;
  }

  private enact(trail: Trail, thread: ThreadId, number: number, havoc: readonly bigint[]): readonly Trail[] {
    return this.leaving(trail, thread)
      .filter(({ enacts }) => enacts?.kind === 'statement' && enacts.number === number)
      .flatMap(({ id: edge }) => this.taken(trail, { kind: 'edge', thread, edge, havoc }));
  }

  /** The reduced program may find a fault in a part of a statement that is not the marked one. */
  private faulting(trails: readonly Trail[], thread: ThreadId, property: string): readonly Trail[] {
    return trails.flatMap((trail) => {
      if (trail.ended) return [trail];
      const ends = this.detours(trail, thread).flatMap((t) =>
        this.leaving(t, thread).flatMap((edge): readonly Trail[] => {
          const step: Step = { kind: 'edge', thread, edge: edge.id, havoc: this.zeros(edge) };
          const result = this.source.take(t.state, step);
          const same = result.kind === 'fault' && result.property === property;
          return same ? [{ ...t, steps: [...t.steps, step], ended: true }] : [];
        }),
      );
      return ends.length > 0 ? ends : [trail];
    });
  }

  private zeros(edge: Edge): readonly bigint[] {
    return this.source.havocTypes(edge).map(() => 0n);
  }

  private leaving({ state }: Trail, thread: ThreadId): readonly Edge[] {
    return this.source.thread(thread).edges.filter((e) => e.from === at(state.places, thread));
  }

  private taken(trail: Trail, step: Step): readonly Trail[] {
    const result = this.source.take(trail.state, step);
    if (result.kind === 'blocked') return [];
    const steps = [...trail.steps, step];
    return result.kind === 'moved'
      ? [{ ...trail, steps, state: result.state }]
      : [{ ...trail, steps, ended: true }];
  }

  /** The thread goes on by steps that do nothing, where the reduced program needed none to be further. */
  private arriving(trails: readonly Trail[], thread: ThreadId, state: MachineState): readonly Trail[] {
    return trails.map((trail) => {
      if (trail.ended) return trail;
      return this.detours(trail, thread).reduce(
        (best, t) => (this.strayed(t, thread, state) < this.strayed(best, thread, state) ? t : best),
        trail,
      );
    });
  }

  private strayedInAll(trail: Trail, state: MachineState): number {
    return this.source.system.threads.reduce((sum, { id }) => sum + this.strayed(trail, id, state), 0);
  }

  private strayed(trail: Trail, thread: ThreadId, state: MachineState): number {
    return strayed(
      { automaton: this.source.thread(thread), place: at(trail.state.places, thread) },
      { automaton: this.reduced.thread(thread), place: at(state.places, thread) },
    );
  }
}

function distinct(trails: readonly Trail[]): readonly Trail[] {
  if (trails.length <= 1) return trails;
  const keys = trails.map(({ ended, tested, state }) => `${ended} ${[...tested].join()} ${stateKey(state)}`);
  return [...new Map(trails.map((trail, i) => [keys[i], trail])).values()];
}

const without = (set: ReadonlySet<string>, item: string): ReadonlySet<string> =>
  new Set([...set].filter((other) => other !== item));
