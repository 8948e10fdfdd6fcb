import type { Answer, Literal } from './smt.js';

interface MemoEntry {
  readonly assumptions: readonly Literal[];
  readonly answer: Answer;
}

/** A power of two. */
const size = 4096;

/** The answers to recent queries. Each query has one place, and the later of two that have the same stays. */
export class Memo {
  readonly #entries = Array.from<MemoEntry | null>({ length: size }).fill(null);

  find(assumptions: readonly Literal[]): Answer | null {
    const entry = this.#entries[placeOf(assumptions)] ?? null;
    return entry !== null && isSame(entry.assumptions, assumptions) ? entry.answer : null;
  }

  keep(assumptions: readonly Literal[], answer: Answer): void {
    this.#entries[placeOf(assumptions)] = { assumptions: [...assumptions], answer };
  }
}

function placeOf(assumptions: readonly Literal[]): number {
  let hash = assumptions.length;
  for (const literal of assumptions) hash = Math.imul(hash ^ literal, 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & (size - 1);
}

function isSame(a: readonly Literal[], b: readonly Literal[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
