import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Block, Stmt } from '../../../lang/program/program.js';
import { at, getOrFail } from '../../../support/invariant.js';
import type { UsedNames } from '../../../support/free-names.js';
import type { WrittenItem } from './emitter.js';
import { labelsOf, relabelled } from './emitter.js';

/**
 * CStatements in a row as a block: sections become blocks, what nobody comes to is gone.
 *
 *   BEFORE  begin; if (x) goto L; y = 1; end; r = 0; goto E; L: end; r = 1; E: ...
 *   AFTER   locked { if (x) goto L_in; y = 1; goto A; L_in: goto B; } A: r = 0; goto E; B: r = 1; E: ...
 *
 * A section is one under a lock: its buffer is empty at its begin and at its end, as with every way to make one.
 */
export function blockOf(
  flat: readonly WrittenItem[],
  taken: UsedNames,
): { readonly block: Block; readonly labels: readonly string[] } {
  const withEnds = new FlatSections(flat, taken).write();
  const block = reachable(withEnds);
  return { block, labels: block.flatMap(allLabels) };
}

const allLabels = (stmt: Stmt): readonly string[] => [
  ...stmt.labels,
  ...(stmt.kind === 'locked' || stmt.kind === 'atomic' ? stmt.body.flatMap(allLabels) : []),
];

/** Where a statement may lead besides to the next one. */
export const jumpsOf = (stmt: Stmt): readonly string[] =>
  stmt.kind === 'goto'
    ? [stmt.target]
    : stmt.kind === 'if'
      ? stmt.then.flatMap(jumpsOf)
      : stmt.kind === 'locked' || stmt.kind === 'atomic'
        ? stmt.body.flatMap(jumpsOf)
        : [];

export const fallsThrough = (stmt: Stmt): boolean => {
  if (stmt.kind === 'goto') return false;
  if (stmt.kind === 'assume' || stmt.kind === 'assert')
    return !(stmt.kind === 'assume' && stmt.cond.kind === 'bool' && !stmt.cond.value);
  return (
    stmt.kind !== 'locked' ||
    stmt.body.every((inner) => inner.kind !== 'goto' || allLabels(stmt).includes(inner.target))
  );
};

class FlatSections {
  readonly #places: ReadonlyMap<string, number>;
  /** By the place of an `end`: the label behind it. */
  readonly #behind = new Map<number, string>();

  constructor(
    private readonly flat: readonly WrittenItem[],
    private readonly labels: UsedNames,
  ) {
    this.#places = new Map(flat.flatMap((item, i) => labelsOf(item).map((label) => [label, i] as const)));
  }

  write(): readonly Stmt[] {
    const sections = new Map<number, Stmt>();
    for (const [i, item] of this.flat.entries())
      if (item.kind === 'begin') sections.set(i, this.#section(i, item));
    return this.flat.flatMap((item, i): readonly Stmt[] => {
      if (item.kind === 'stmt') return [item.stmt];
      const section = sections.get(i);
      if (section !== undefined) return [section];
      // Whoever comes to an end without having begun does nothing there.
      const behind = this.#behind.get(i);
      const labels = behind === undefined ? labelsOf(item) : [...labelsOf(item), behind];
      return labels.length === 0 ? [] : [{ kind: 'skip', labels, span: item.span }];
    });
  }

  #section(begin: number, item: WrittenItem & { readonly kind: 'begin' | 'end' }): Stmt {
    const inside = this.#inside(begin, item);
    const renamed = new Map<string, string>();
    for (const i of inside)
      for (const label of labelsOf(at(this.flat, i))) renamed.set(label, this.labels.free(`${label}_in`));
    const body = inside.flatMap((i): readonly Stmt[] => {
      const inner = relabelled(
        at(this.flat, i),
        labelsOf(at(this.flat, i)).map((label) => getOrFail(renamed, label)),
      );
      if (inner.kind === 'stmt') return [retargeted(inner.stmt, renamed)];
      return [{ kind: 'goto', target: this.#labelBehind(i), labels: labelsOf(inner), span: inner.span }];
    });
    return { kind: 'locked', body, labels: item.labels, span: item.span };
  }

  /** The places of a section in their order, its ends included. */
  #inside(begin: number, item: WrittenItem & { readonly kind: 'begin' | 'end' }): readonly number[] {
    const found = new Set<number>();
    const open = [begin + 1];
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      if (found.has(i)) continue;
      const here = this.flat[i];
      if (here === undefined)
        return unsupported('this atomic section has a way out that does not end it', item.span);
      if (here.kind === 'begin') return unsupported('an atomic section inside of another', here.span);
      found.add(i);
      if (here.kind !== 'stmt') continue;
      for (const label of jumpsOf(here.stmt)) open.push(getOrFail(this.#places, label));
      if (fallsThrough(here.stmt)) open.push(i + 1);
    }
    return [...found].sort((a, b) => a - b);
  }

  #labelBehind(end: number): string {
    const known = this.#behind.get(end);
    if (known !== undefined) return known;
    const label = this.labels.free('unlocked');
    this.#behind.set(end, label);
    return label;
  }
}

function retargeted(stmt: Stmt, renamed: ReadonlyMap<string, string>): Stmt {
  if (stmt.kind === 'goto') return { ...stmt, target: renamed.get(stmt.target) ?? stmt.target };
  if (stmt.kind === 'atomic' || stmt.kind === 'locked')
    return { ...stmt, body: stmt.body.map((inner) => retargeted(inner, renamed)) };
  if (stmt.kind === 'if') return { ...stmt, then: stmt.then.map((inner) => retargeted(inner, renamed)) };
  return stmt;
}

/** Without what nobody comes to, jumps to the next statement, and statements that do nothing: their labels go to the next. */
function reachable(stmts: readonly Stmt[]): Block {
  const places = new Map(stmts.flatMap((stmt, i) => stmt.labels.map((label) => [label, i] as const)));
  const found = new Set<number>();
  const open = [0];
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    const stmt = stmts[i];
    if (stmt === undefined || found.has(i)) continue;
    found.add(i);
    for (const label of jumpsOf(stmt)) {
      const target = places.get(label);
      if (target !== undefined) open.push(target);
    }
    if (fallsThrough(stmt)) open.push(i + 1);
  }
  const kept = stmts.filter((_, i) => found.has(i));
  const used = new Set(kept.flatMap(jumpsOf));
  return withoutSkips(
    kept.map((stmt) => ({ ...stmt, labels: stmt.labels.filter((label) => used.has(label)) })),
  );
}

function withoutSkips(stmts: readonly Stmt[]): Block {
  const out: Stmt[] = [];
  let waiting: readonly string[] = [];
  for (const [i, stmt] of stmts.entries()) {
    const labels = [...waiting, ...stmt.labels];
    waiting = [];
    const next = stmts[i + 1];
    const isIdle =
      stmt.kind === 'skip' ||
      (stmt.kind === 'goto' && labels.length === 0 && next?.labels.includes(stmt.target) === true);
    if (isIdle && next !== undefined) waiting = labels;
    else out.push({ ...stmt, labels });
  }
  return out;
}
