import { list } from '../../shared/generated-code.js';
import type { TableCode } from '../../shared/packed/code/compile.js';
import { chunkBits, chunkMask } from '../../shared/state-store.js';
import { hashCode } from '../../shared/store-code.js';

/** What is generated for a worker. */
export interface WorkerCode {
  /** The states from one rank up to another are next. */
  begin(from: number, to: number): void;
  /** Expands some of them, or stops early where `grow` or a lack of room asks for it. */
  run(budget: number): void;
  /** Where the next one is that is not fully expanded. */
  expanded(): number;
  /** Whether it stopped in the middle of a state. */
  halted(): boolean;
  /** Begins that state once more. */
  restart(): void;
  /** Enters the states with these ids whose first place is in this part of the table, or puts them on the list. */
  enter(from: number, to: number, low: number, high: number, late: number[]): void;
  /** While others enter states, too. */
  enterLate(id: number): void;
  /** The table has moved. */
  refresh(): void;
  /** Steps since the last call. */
  takeMoves(): number;
}

/** A state and, behind its words, the rank of the one that it was reached from. */
export const strideOf = (words: number): number => words + 1;

/**
 * The table that workers share: `S` is a WorkerTable. A state is written to a place of the worker's own before it is
 * entered by one compareExchange; who loses to an equal state keeps the place for the next. Entries never leave, so two
 * workers with equal states go along the same entries and meet at the first free one. Entries are read plainly, as Atomics
 * are not inlined by V8; what an entry leads to is read once the entry was read atomically, too, and so is seen as it was written
 * (docs/engines/workers.md).
 *
 * Who finds a state that is known from a state of greater rank takes its place as parent: in the end it is the least
 * one, as if the states had been expanded one after the other.
 */
const shared = {
  load: (words: number, variable: (word: number) => string): string => {
    const reads = list(words, (i) => `${variable(i)} = c[o + ${i}];`).join(' ');
    const stride = strideOf(words);
    return `{ const q = S_order[next >>> ${chunkBits}][next & ${chunkMask}], c = S_chunks[q >>> ${chunkBits}], o = (q & ${chunkMask}) * ${stride}; ${reads} }`;
  },
  end: 'S_end',
  depth: 'depth = S_depth;',
  isFull: 'false',
  delivers: `{
  run, restart, refresh: S_refresh, enter: S_enter, enterLate: S_enterLate,
  begin(from, to) { next = from; S_end = to; S_level = S.levelStart; S_depth = S.depth; },
  expanded() { return next; },
  halted() { return halted; },
  takeMoves() { const m = moves; moves = 0; before -= m; return m; },
}`,
};

/**
 * `S_add` does not return an id. Who asks wants to know whether the state is expanded later than the current one: it surely
 * is if it belongs to the next level, and then the result is larger than every rank. Of states of the same level nobody
 * can say who comes first: they count as expanded.
 */
export const answeringTable: TableCode = {
  ...shared,
  store: (words, onNew) => `${storeSource(words, onNew)}
function S_sync() { S_tell(); }
function S_add(parent, ${paramsOf(words)}) {
  ${hashCode(words)}
  return S_put(h, parent, ${paramsOf(words)});
}`,
};

/** So many states wait to be put in together. */
const batch = 32;

/**
 * For a search that asks nothing of `S_add`. States wait until there are some; then the memory that they lead to, an entry of
 * the table each and what that leads to, is asked for all at once rather than one after the other: the search
 * spends most of its time on waiting for it. What each one needs stands in a row of S_late: hash, parent, moves before that parent,
 * words. They are put in in the order in which they came, before anybody asks how far the search has come. If there is no room for one
 * the search goes back to its parent.
 */
export const batchingTable: TableCode = {
  ...shared,
  store: (words, onNew) => {
    const row = words + 3;
    const place = `(id & ${chunkMask}) * ${strideOf(words)}`;
    return `${storeSource(words, onNew)}
const S_late = new Int32Array(${batch * row}), S_seen = new Int32Array(${batch});
let S_waiting = 0, S_touched = 0, S_isFull = false, S_back = 0, S_backMoves = 0;
function S_add(parent, ${paramsOf(words)}) {
  if (S_waiting === ${batch}) S_putAll();
  ${hashCode(words)}
  const o = S_waiting++ * ${row};
  S_late[o] = h; S_late[o + 1] = parent; S_late[o + 2] = before;
  ${list(words, (i) => `S_late[o + ${3 + i}] = a${i};`).join(' ')}
}
function S_putAll() {
  const table = S_table, mask = S_mask, count = S_waiting;
  let touched = 0;
  for (let n = 0, o = 0; n < count; n++, o += ${row}) S_seen[n] = table[S_late[o] & mask];
  for (let n = 0; n < count; n++) {
    // Of a free entry: 0.
    const e = S_seen[n], id = (e & mask) + ((e | -e) >> 31);
    touched ^= S_chunks[id >>> ${chunkBits}][${place}];
  }
  S_touched = touched;
  S_waiting = 0;
  for (let n = 0, o = 0; n < count && !S_isFull; n++, o += ${row}) {
    const found = S_put(S_late[o], S_late[o + 1], ${list(words, (i) => `S_late[o + ${3 + i}]`).join(', ')});
    if (found === ${noRoom}) { S_isFull = true; S_back = S_late[o + 1]; S_backMoves = S_late[o + 2]; }
  }
}
function S_sync() {
  S_putAll();
  S_tell();
  if (S_isFull) { next = S_back; before = S_backMoves; S_isFull = false; }
}`;
  },
};

/** What `S_put` answers. */
const fresh = 2 ** 31 - 1;
const known = -1;
const noRoom = -2;

const paramsOf = (words: number): string => list(words, (i) => `a${i}`).join(', ');

function storeSource(words: number, onNew: string | null): string {
  const params = paramsOf(words);
  const same = list(words, (i) => `c[o + ${i}] === a${i}`).join(' && ');
  const write = list(words, (i) => `c[o + ${i}] = a${i};`).join(' ');
  const read = `const ${list(words, (i) => `a${i} = c[o + ${i}]`).join(', ')};`;
  const stride = strideOf(words);
  const place = (id: string): string =>
    `c = S_chunks[${id} >>> ${chunkBits}], o = (${id} & ${chunkMask}) * ${stride}`;
  return `
let S_chunks = S.chunks, S_order = S.order, S_table = S.table, S_mask = S.table.length - 1;
let S_free = S.free, S_top = S.top, S_list = S.list, S_listed = S.listed, S_end = 0, S_level = 0, S_depth = 0;
function S_refresh() {
  S_table = S.table; S_mask = S_table.length - 1;
  S_free = S.free; S_top = S.top; S_list = S.list; S_listed = S.listed;
}
function S_tell() { S.free = S_free; S.listed = S_listed; }
function S_enter(from, to, low, high, late) {
  const table = S_table, mask = S_mask;
  for (let id = from; id < to; id++) {
    const ${place('id')};
    ${read}
    ${hashCode(words)}
    let i = h & mask;
    if (i < low || i >= high) continue;
    while (i < high && table[i] !== 0) i++;
    if (i === high) late.push(id); else table[i] = (h & ~mask) | (id + 1);
  }
}
function S_enterLate(id) {
  const table = S_table, mask = S_mask, ${place('id')};
  ${read}
  ${hashCode(words)}
  let i = h & mask;
  while (Atomics.compareExchange(table, i, 0, (h & ~mask) | (id + 1)) !== 0) i = (i + 1) & mask;
}
function S_reserve() {
  S_tell();
  if (!S.reserve()) return false;
  S_free = S.free; S_top = S.top;
  return true;
}
function S_claim(id) {
  if (S_listed === S_list.length) { S_tell(); S.lengthen(); S_list = S.list; }
  S_list[S_listed++] = id;
}
function S_improve(c, k, id, parent) {
  for (let p = Atomics.load(c, k); parent < p;) {
    const q = Atomics.compareExchange(c, k, p, parent);
    if (q === p) { S_claim(id); return; }
    p = q;
  }
}
function S_put(h, parent, ${params}) {
  const table = S_table, mask = S_mask;
  let i = h & mask, isWritten = false;
  for (;;) {
    let e = table[i];
    if (e === 0) {
      const id = S_free;
      if (!isWritten) {
        if (id === S_top) {
          if (!S_reserve()) { halted = true; return ${noRoom}; }
          continue;
        }
        const ${place('id')};
        ${write} c[o + ${words}] = parent;
        isWritten = true;
      }
      e = Atomics.compareExchange(table, i, 0, (h & ~mask) | (id + 1));
      if (e === 0) {
        S_free = id + 1;
        S_claim(id);
        ${onNew === null ? '' : `${onNew}(id, ${params});`}
        return ${fresh};
      }
    }
    if (((e ^ h) & ~mask) === 0) {
      if (Atomics.load(table, i) !== e) continue;
      const id = (e & mask) - 1, ${place('id')};
      if (${same}) {
        if (parent < c[o + ${words}]) S_improve(c, o + ${words}, id, parent);
        return c[o + ${words}] >= S_level ? ${fresh} : ${known};
      }
    }
    i = (i + 1) & mask;
  }
}`;
}
