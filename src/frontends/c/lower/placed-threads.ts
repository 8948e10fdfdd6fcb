import type { Source } from '../../../diagnostics/span.js';
import { sharedReads } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { threadId } from '../../../lang/expr/ids.js';
import type { ThreadId } from '../../../lang/expr/ids.js';
import type { FenceKind, Program, Stmt } from '../../../lang/program/program.js';
import type { PlacedText, TextPlace, TextStore } from '../../../lang/program/text-places.js';
import { blocksOf } from '../../../lang/program/walk-statements.js';
import { at } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import { textKey } from '../edit/gaps.js';
import type { TextGap, TextGaps } from '../edit/gaps.js';
import type { FlatThread } from './c-world.js';
import { labelsOf } from './emitter.js';
import type { FlatItem, WrittenItem } from './emitter.js';
import type { ItemChange } from './written-threads.js';

/** The threads with all gaps marked, and how they become a program. */
export interface MarkedThreads {
  readonly threads: readonly FlatThread[];
  readonly gaps: TextGaps;
  readonly source: Source;
  readonly program: (change: (thread: FlatThread) => ItemChange) => Program;
}

/**
 * The gaps at which fences can do something. Of gaps that differ in actions only that nobody else sees the first one stands
 * for all; none is where in all copies the own buffer is empty, or is about to be waited for. An order takes the place of a
 * `fence(ww)` in the gap in front of it.
 */
export function placedForNew(marked: MarkedThreads): PlacedText {
  const copies = allCopies(marked);
  const stands = new Map<number, number>();
  for (const { id } of marked.gaps.gaps) {
    const own = copies.get(id) ?? [];
    const open = own.filter(({ isIdle }) => !isIdle);
    if (open.length > 0) stands.set(id, representative(open, id, stands, marked.gaps));
  }
  const kept = marked.gaps.gaps.filter(({ id }) => stands.get(id) === id);
  const places = kept.map((gap, id) => placeOf(gap, id, copies.get(gap.id) ?? []));
  const byGap = new Map(kept.map((gap, id) => [gap.id, at(places, id)] as const));
  const stores = storesOf(marked);
  const program: PlacedText['program'] = (fill, locked) => {
    const keys = new Set([...locked].map(({ stmt }) => textKey(stmt.span, marked.source)));
    const isLocked = (item: FlatItem | undefined): boolean =>
      item?.kind === 'stmt' && isStore(item.stmt) && keys.has(textKey(item.stmt.span, marked.source));
    return marked.program(({ items }) => {
      return (item, i) => {
        if (item.kind === 'gap') {
          const place = byGap.get(item.gap);
          const stmt = place === undefined ? null : fill(place);
          return stmt === null ? null : { kind: 'stmt', stmt };
        }
        // The order that the store had is no more.
        if (isOrderOf(item, items[i + 1]) && isLocked(items[i + 1])) return null;
        return isLocked(item) ? exchanged(item) : item;
      };
    });
  };
  return { places, stores, program };
}

/** The fences that are statements of the text. */
export function placedForPresent(marked: MarkedThreads): PlacedText {
  const { gaps, source, threads } = marked;
  const gapOf = (item: FlatItem): TextGap | null =>
    item.kind !== 'stmt' || item.stmt.kind !== 'fence'
      ? null
      : (gaps.fences.get(textKey(item.stmt.span, source) ?? '') ?? null);
  const found = new Map<TextGap, { readonly threads: Set<ThreadId>; readonly fence: FenceKind }>();
  for (const { items, number } of threads)
    for (const item of items) {
      const gap = gapOf(item);
      if (gap === null || item.kind !== 'stmt' || item.stmt.kind !== 'fence') continue;
      const known = found.get(gap) ?? { threads: new Set(), fence: item.stmt.fence };
      known.threads.add(threadId(number));
      found.set(gap, known);
    }
  const inOrder = gaps.gaps.flatMap((gap) => {
    const one = found.get(gap);
    return one === undefined ? [] : [{ gap, ...one }];
  });
  const places = inOrder.map(({ gap, fence, threads: own }, id): TextPlace => ({
    ...gap,
    id,
    fences: [fence],
    threads: [...own],
  }));
  const byGap = new Map(inOrder.map(({ gap }, id) => [gap, at(places, id)] as const));
  const program: PlacedText['program'] = (fill) =>
    marked.program(() => (item) => {
      const gap = gapOf(item);
      const place = gap === null ? undefined : byGap.get(gap);
      if (item.kind === 'gap') return null;
      if (place === undefined) return item;
      const stmt = fill(place);
      return stmt === null ? null : { kind: 'stmt', stmt };
    });
  return { places, stores: [], program };
}

interface GapCopy {
  readonly thread: number;
  /** A fence there does nothing: the own buffer is empty, or the next action waits for it. */
  readonly isIdle: boolean;
  /** The gap in front, with nothing between that somebody sees; null: there is none. */
  readonly behind: number | null;
  /** The order of a store that comes next, with nothing between. */
  readonly order: number | null;
}

function allCopies({ threads, gaps }: MarkedThreads): ReadonlyMap<number, readonly GapCopy[]> {
  const copies = new Map<number, GapCopy[]>();
  for (const { items, number } of threads)
    for (const [i, item] of items.entries()) {
      if (item.kind !== 'gap') continue;
      const back = lookBack(items, i);
      const ahead = lookAhead(items, i, gaps);
      const isIdle = back.isDrained || ahead.drains;
      addTo(copies, item.gap, { thread: number, isIdle, behind: back.gap, order: ahead.order });
    }
  return copies;
}

/**
 * Towards the begin, as long as nobody can come in between. The gap in front is the same if only the thread sees what is
 * between; the buffer is empty if nothing was stored since the begin, or since somebody waited for it.
 */
function lookBack(
  items: readonly FlatItem[],
  from: number,
): { readonly isDrained: boolean; readonly gap: number | null } {
  let gap: number | null = null;
  let isSame = true;
  for (let i = from; i >= 0; i--) {
    const item = at(items, i);
    if (i < from) {
      if (item.kind === 'gap' && isSame) gap ??= item.gap;
      if (drains(item)) return { isDrained: true, gap };
      if (mayStore(item)) return { isDrained: false, gap };
      isSame &&= isSilent(item);
    }
    if (labelsOf(item).length > 0) return { isDrained: false, gap };
  }
  return { isDrained: true, gap };
}

const mayStore = (item: FlatItem): boolean =>
  item.kind === 'stmt' && (isStore(item.stmt) || blocksOf(item.stmt).flat().some(isStore));

function lookAhead(
  items: readonly FlatItem[],
  from: number,
  { gaps }: TextGaps,
): { readonly drains: boolean; readonly order: number | null } {
  let order: number | null = null;
  for (const item of items.slice(from + 1)) {
    if (labelsOf(item).length > 0) break;
    if (item.kind === 'gap') {
      if (at(gaps, item.gap).kind === 'order') order ??= item.gap;
    } else if (!isSilent(item)) return { drains: drains(item), order };
  }
  return { drains: false, order };
}

/** The gap that stands for one: itself, or the one in front that is the same wherever it matters. */
function representative(
  open: readonly GapCopy[],
  id: number,
  stands: ReadonlyMap<number, number>,
  { gaps }: TextGaps,
): number {
  if (at(gaps, id).kind === 'order') return id;
  const [first, ...others] = open;
  const before = first?.behind ?? null;
  if (before === null || others.some(({ behind }) => behind !== before)) return id;
  const known = stands.get(before);
  return known === undefined || at(gaps, known).kind === 'order' ? id : known;
}

function placeOf(gap: TextGap, id: number, copies: readonly GapCopy[]): TextPlace {
  const [first] = copies;
  const isOrder = gap.kind === 'order';
  const order = first?.order ?? null;
  const hasOrder = order !== null && copies.every((copy) => copy.order === order);
  const fences: readonly FenceKind[] = isOrder ? ['ww'] : hasOrder ? ['full'] : ['full', 'ww'];
  const threads = [...new Set(copies.map(({ thread }) => threadId(thread)))];
  return { ...gap, id, fences, threads };
}

const isSilent = (item: FlatItem): boolean =>
  item.kind === 'gap' ||
  (item.kind === 'stmt' &&
    (item.stmt.kind === 'skip' ||
      (item.stmt.kind === 'assign' && item.stmt.target.kind === 'local' && isLocal(item.stmt.value)) ||
      item.stmt.kind === 'havoc'));

const isLocal = (expr: Expr): boolean => sharedReads(expr).length === 0;

/** It waits for the own buffer, and leaves it empty. */
const drains = (item: FlatItem): boolean =>
  item.kind === 'begin' ||
  item.kind === 'end' ||
  (item.kind === 'stmt' &&
    ((item.stmt.kind === 'fence' && item.stmt.fence === 'full') ||
      item.stmt.kind === 'rmw' ||
      item.stmt.kind === 'locked'));

/** The stores whose order the text says, where a stronger one changes nothing else. */
function storesOf({ threads, gaps, source }: MarkedThreads): readonly TextStore[] {
  const found = new Map<TextGap, { readonly stmts: Stmt[]; readonly threads: Set<ThreadId> }>();
  for (const { items, number } of threads)
    for (const item of items) {
      if (item.kind !== 'stmt' || !isStore(item.stmt)) continue;
      const gap = gaps.orders.get(textKey(item.stmt.span, source) ?? '');
      if (gap === undefined) continue;
      const known = found.get(gap) ?? { stmts: [], threads: new Set<ThreadId>() };
      known.stmts.push(item.stmt);
      known.threads.add(threadId(number));
      found.set(gap, known);
    }
  return [...found].flatMap(([{ span, told }, { stmts, threads: own }], id): readonly TextStore[] => {
    const [stmt] = stmts;
    if (stmt === undefined || !stmts.every(isPlainStore)) return [];
    const isInside = !gaps.roomy.has(textKey(stmt.span, source) ?? '');
    return [{ id, span, told, threads: [...own], isInside, stmt }];
  });
}

const isStore = (stmt: Stmt): boolean => stmt.kind === 'assign' && stmt.target.kind === 'shared';

const isPlainStore = (stmt: Stmt): boolean =>
  stmt.kind === 'assign' &&
  stmt.target.kind === 'shared' &&
  isLocal(stmt.value) &&
  (stmt.target.index === null || isLocal(stmt.target.index));

/** The `fence(ww)` of a store with order release. */
const isOrderOf = (item: FlatItem, next: FlatItem | undefined): boolean =>
  item.kind === 'stmt' &&
  item.stmt.kind === 'fence' &&
  item.stmt.fence === 'ww' &&
  next?.kind === 'stmt' &&
  item.stmt.span === next.stmt.span;

/** What a sequentially consistent store is. */
function exchanged(item: WrittenItem): WrittenItem {
  if (item.kind !== 'stmt' || item.stmt.kind !== 'assign' || item.stmt.target.kind !== 'shared') return item;
  const { target, value, labels, span } = item.stmt;
  const op = { kind: 'xchg', value } as const;
  return { kind: 'stmt', stmt: { kind: 'rmw', op, place: target, result: null, labels, span } };
}
