import type { SharedId } from '../../lang/expr/ids.js';
import type { ControlFlow } from '../../lang/program/control-flow.js';
import type { Stmt } from '../../lang/program/program.js';
import { everyStatement } from '../../lang/program/walk-statements.js';
import { bufferedStores } from '../buffered.js';

/** In which orders writes may wait in the one queue of a thread, by the variables they are to. */
type Words = ReadonlyMap<string, readonly SharedId[]>;

/** More orders than this are not told apart. */
const mostWords = 40;

const nothing: Words = new Map([['', []]]);

/** What may wait before each statement of a thread whose flushes may happen anywhere; null: too many orders. */
export class WaitingWords {
  readonly #before = new Map<Stmt | null, Words | null>();

  constructor(
    flow: ControlFlow,
    private readonly capacity: number,
  ) {
    if (flow.entry === null) return;
    this.#before.set(flow.entry, nothing);
    const open = [flow.entry];
    for (let stmt = open.pop(); stmt !== undefined; stmt = open.pop()) {
      const after = this.behind(stmt, this.#before.get(stmt) ?? null);
      for (const target of flow.targets(stmt)) {
        const known = this.#before.get(target);
        const joined = known === undefined ? after : union(known, after);
        if (known !== undefined && known?.size === joined?.size) continue;
        this.#before.set(target, joined);
        if (target !== null) open.push(target);
      }
    }
  }

  /** The variables that the oldest write may be to, if so many others have left; null: any. */
  oldest(stmt: Stmt | null, left: number): ReadonlySet<SharedId> | null {
    const words = this.#before.get(stmt) ?? null;
    return words === null ? null : new Set([...words.values()].flatMap((word) => word[left] ?? []));
  }

  /** The same of those orders in which nothing more has room. */
  oldestIfFull(stmt: Stmt): ReadonlySet<SharedId> | null {
    const words = this.#before.get(stmt) ?? null;
    if (words === null) return null;
    return new Set(
      [...words.values()].flatMap((word) => (word.length < this.capacity ? [] : (word[0] ?? []))),
    );
  }

  private behind(stmt: Stmt, before: Words | null): Words | null {
    const stores = bufferedStores([stmt]).map(({ shared }) => shared);
    const start =
      (stmt.kind === 'fence' && stmt.fence === 'full') || stmt.kind === 'locked' ? nothing : before;
    if (
      start === null ||
      stores.length === 0 ||
      stmt.kind === 'if' ||
      stmt.kind === 'while' ||
      stmt.kind === 'either'
    )
      return start;
    const parts = stmt.kind === 'atomic' || stmt.kind === 'locked' ? [...everyStatement(stmt.body)] : [];
    if (parts.some(({ kind }) => kind === 'if' || kind === 'while' || kind === 'either' || kind === 'goto'))
      return null;
    return stores.reduce<Words | null>(
      (words, store) => (words === null ? null : this.put(words, store)),
      start,
    );
  }

  /** One write more, and whatever may leave before or after it. */
  private put(words: Words, store: SharedId): Words | null {
    const after = new Map(nothing);
    for (const word of words.values())
      for (let whole = [...word, store].slice(-this.capacity); whole.length > 0; whole = whole.slice(1))
        after.set(whole.join(), whole);
    return after.size > mostWords ? null : after;
  }
}

function union(a: Words | null, b: Words | null): Words | null {
  if (a === null || b === null) return null;
  const all = new Map([...a, ...b]);
  return all.size > mostWords ? null : all;
}
