import type { Expr } from '../../../lang/expr/expr.js';
import type { CellId, LocalId, SharedId } from '../../../lang/expr/ids.js';
import { lengthOf } from '../../../lang/program/system.js';
import type { Cells, Edge, System } from '../../../lang/program/system.js';
import { fits } from '../../../lang/expr/type.js';
import type { Type } from '../../../lang/expr/type.js';
import { evaluate, isFault } from '../../../lang/expr/eval.js';
import type { Fault } from '../../../lang/expr/eval.js';
import { found, then } from '../../../step/branches.js';
import type { Branches, Ended } from '../../../step/branches.js';
import { runActions } from '../../../step/run-actions.js';
import type { ActionDomain, Waiting } from '../../../step/run-actions.js';
import { InternalError, at, invariant } from '../../../support/invariant.js';
import type { Discipline } from './discipline.js';
import { drained, seen, withBuffered, withDirect, withMarker } from './effects.js';
import type { MoveEffects } from './effects.js';
import type { ThreadView } from './thread-view.js';

/** Where a thread stands within a move. */
export interface MoveStanding {
  /** By position. */
  readonly locals: readonly bigint[];
  readonly effects: MoveEffects;
}

export type EdgeResult =
  | { readonly kind: 'moved'; readonly standing: MoveStanding; readonly failed: readonly string[] }
  | { readonly kind: 'blocked' }
  /** What was read up to the fault counts. */
  | {
      readonly kind: 'fault';
      readonly property: Fault | 'range';
      readonly effects: MoveEffects;
      readonly failed: readonly string[];
    }
  /** To go on it must be told what memory holds there. */
  | { readonly kind: 'reads'; readonly cell: CellId }
  /** To go on it must be told what the next havoc action gives. */
  | { readonly kind: 'chooses'; readonly local: LocalId };

/** An edge in the making. */
interface EdgeDraft extends MoveStanding {
  readonly failed: readonly string[];
  /** Whether an action of this very edge has stored to the buffer. */
  readonly hasBuffered: boolean;
  /** Values for the havoc actions still to come. */
  readonly havoc: readonly bigint[];
  readonly end: EdgeResult | null;
}

/** Runs the actions of an edge as memory/machine.ts does, but on what a move knows of memory. There is one way at most. */
export class EdgeRunner implements ActionDomain<EdgeDraft, bigint, CellId> {
  constructor(
    readonly system: System,
    private readonly memory: Cells,
    private readonly discipline: Discipline,
    private readonly view: ThreadView,
  ) {}

  run(edge: Edge, start: MoveStanding, havoc: readonly bigint[]): EdgeResult {
    const [draft] = runActions(this, edge, { ...start, failed: [], hasBuffered: false, havoc, end: null });
    if (draft === undefined) return { kind: 'blocked' };
    const { locals, effects, failed } = draft;
    return draft.end ?? { kind: 'moved', standing: { locals, effects }, failed };
  }

  /** The value as the thread sees it. */
  evaluate(draft: EdgeDraft, expr: Expr): Branches<EdgeDraft, bigint> {
    let unknown: CellId | null = null;
    const outcome = evaluate(expr, {
      local: (id) => at(draft.locals, this.view.position(id)),
      shared: (id, index) => {
        const cell = this.#cellOf(id, index);
        if (cell === null) return null;
        const value = seen(draft.effects, cell);
        // What is computed from here on means nothing.
        if (value === null) unknown ??= cell;
        return value ?? 0n;
      },
      at: () => {
        throw new InternalError('a program expression has no at');
      },
    });
    if (unknown !== null) return [ended(draft, { kind: 'reads', cell: unknown })];
    return isFault(outcome) ? [faulty(draft, outcome)] : found(draft, outcome);
  }

  cells(draft: EdgeDraft, shared: SharedId, index: bigint | null): Branches<EdgeDraft, CellId> {
    const cell = this.#cellOf(shared, index ?? 0n);
    return cell === null ? [faulty(draft, 'bounds')] : found(draft, cell);
  }

  fitting(draft: EdgeDraft, value: bigint, type: Type): Branches<EdgeDraft, bigint> {
    return fits(type, value) ? found(draft, value) : [faulty(draft, 'range')];
  }

  assume(draft: EdgeDraft, cond: bigint, holds: boolean): EdgeDraft | null {
    return (cond === 1n) === holds ? draft : null;
  }

  assert(_: EdgeDraft, property: string, cond: Branches<EdgeDraft, bigint>): Branches<EdgeDraft> {
    return then(cond, (draft, value) =>
      found(value === 1n ? draft : { ...draft, failed: [...draft.failed, property] }, null),
    );
  }

  assign(draft: EdgeDraft, id: LocalId, value: bigint): EdgeDraft {
    return { ...draft, locals: draft.locals.with(this.view.position(id), value) };
  }

  store(draft: EdgeDraft, cell: CellId, value: bigint, locked: boolean): EdgeDraft {
    const { effects } = draft;
    if (!locked && this.discipline !== 'direct')
      return { ...draft, effects: withBuffered(effects, { cell, value }), hasBuffered: true };
    invariant(
      this.discipline === 'direct' || (effects.drained && effects.buffered.length === 0),
      'a locked store follows a lock',
    );
    return { ...draft, effects: withDirect(effects, { cell, value }) };
  }

  havoc(draft: EdgeDraft, local: LocalId): Branches<EdgeDraft> {
    const [value, ...havoc] = draft.havoc;
    if (value === undefined) return [ended(draft, { kind: 'chooses', local })];
    const { type } = at(this.system.locals, local);
    return then(this.fitting({ ...draft, havoc }, value, type), (so) =>
      found(this.assign(so, local, value), null),
    );
  }

  /** A wait for the own buffer. Its entries may leave between two edges, but not in the middle of one. */
  wait(draft: EdgeDraft, action: Waiting): EdgeDraft | null {
    if (this.discipline === 'direct') return draft;
    if (action.kind === 'fence' && action.fence !== 'full')
      return this.discipline === 'queue' ? draft : { ...draft, effects: withMarker(draft.effects) };
    return draft.hasBuffered ? null : { ...draft, effects: drained(draft.effects) };
  }

  limit(): void {
    // There is one way.
  }

  #cellOf(shared: SharedId, index: bigint): CellId | null {
    const length = BigInt(lengthOf(at(this.system.shared, shared)));
    return index < 0n || index >= length ? null : this.memory.cell(shared, Number(index));
  }
}

const ended = (draft: EdgeDraft, end: EdgeResult): Ended<EdgeDraft> => ({ ended: { ...draft, end } });

const faulty = (draft: EdgeDraft, property: Fault | 'range'): Ended<EdgeDraft> =>
  ended(draft, { kind: 'fault', property, effects: draft.effects, failed: draft.failed });
