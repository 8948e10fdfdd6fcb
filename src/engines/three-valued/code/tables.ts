import type { WordLiterals } from './chain-writer.js';

/**
 * Large conditions as data. A table lists terms; a term is a conjunction of literals, grouped by the words that they lie
 * in: `count (slot P N)*`, where P are the bits of the positive and N those of the negative literals. The words are in
 * `G`: slot s has its true plane in G[s] and its false plane in G[s + 1].
 */
type TermTable = Int32Array;

/** Runs in generated code; 1: some term holds, 0: none can, 2: unknown. */
export const tableCode = `
function evaluateTable(K) {
  let open = 0;
  for (let i = 1; i < K.length;) {
    let holds = 1, fails = 0;
    const end = i + 1 + 3 * K[i];
    for (i++; i < end; i += 3) {
      const s = K[i], P = K[i + 1], N = K[i + 2], t = G[s], f = G[s + 1];
      if (((f & P) | (t & N)) !== 0) { fails = 1; i = end; break; }
      if ((t & P) !== P || (f & N) !== N) holds = 0;
    }
    if (fails === 0) { if (holds === 1) return 1; open = 2; }
  }
  return open;
}
function holdsTable(K) {
  next: for (let i = 1; i < K.length;) {
    const end = i + 1 + 3 * K[i];
    for (i++; i < end; i += 3) {
      const s = K[i], P = K[i + 1], N = K[i + 2];
      if ((G[s] & P) !== P || (G[s + 1] & N) !== N) { i = end; continue next; }
    }
    return 1;
  }
  return 0;
}
function evaluateOneWord(K, t, f) {
  let open = 0;
  for (let i = 0; i < K.length; i += 2) {
    const P = K[i], N = K[i + 1];
    if (((f & P) | (t & N)) !== 0) continue;
    if ((t & P) === P && (f & N) === N) return 1;
    open = 2;
  }
  return open;
}
function holdsOneWord(K, t, f) {
  for (let i = 0; i < K.length; i += 2) {
    const P = K[i], N = K[i + 1];
    if ((t & P) === P && (f & N) === N) return 1;
  }
  return 0;
}
/** Makes literals false that must be, so that no term holds; 0: some term holds. */
function excludeTable(K) {
  for (let changed = 1; changed === 1;) {
    changed = 0;
    for (let i = 1; i < K.length;) {
      const first = i + 1, end = first + 3 * K[i];
      let open = 0, slot = 0, bit = 0, positive = 0;
      for (i = first; i < end; i += 3) {
        const s = K[i], P = K[i + 1], N = K[i + 2], t = G[s], f = G[s + 1];
        if (((f & P) | (t & N)) !== 0) { open = 2; break; }
        const p = P & ~t, n = N & ~f, u = p | n;
        if (u === 0) continue;
        if (open !== 0 || (u & (u - 1)) !== 0) { open = 2; break; }
        open = 1; slot = s; bit = u; positive = p;
      }
      i = end;
      if (open === 0) return 0;
      if (open === 1) { if (positive !== 0) G[slot + 1] |= bit; else G[slot] |= bit; changed = 1; }
    }
  }
  return 1;
}
/** The only term that can hold, by its place in the table; -1: none can; -2: several can. */
function onlyOpen(K) {
  let found = -1;
  for (let i = 1; i < K.length;) {
    const start = i, end = i + 1 + 3 * K[i];
    let fails = 0;
    for (i++; i < end; i += 3) {
      const s = K[i];
      if (((G[s + 1] & K[i + 1]) | (G[s] & K[i + 2])) !== 0) { fails = 1; break; }
    }
    i = end;
    if (fails === 1) continue;
    if (found >= 0) return -2;
    found = start;
  }
  return found;
}
function require(K, start) {
  const end = start + 1 + 3 * K[start];
  for (let i = start + 1; i < end; i += 3) { G[K[i]] |= K[i + 1]; G[K[i] + 1] |= K[i + 2]; }
}
`;

type TermGroup = Pick<WordLiterals, 'positive' | 'negative'> & { readonly slot: number };

/** The first cell keeps places in the table apart from "none". */
export function wordTable(terms: readonly (readonly TermGroup[])[]): TermTable {
  const cells = [0];
  for (const groups of terms) {
    cells.push(groups.length);
    for (const { slot, positive, negative } of groups) cells.push(slot, positive, negative);
  }
  return Int32Array.from(cells);
}

/** For terms that lie in one word: `P N` each. */
export const oneWordTable = (terms: readonly WordLiterals[]): TermTable =>
  Int32Array.from(terms.flatMap(({ positive, negative }) => [positive, negative]));
