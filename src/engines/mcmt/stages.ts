import type { Look } from './guesses/small-instances.js';

/** How all guesses at once are looked for. */
export interface CandidatesPlan {
  /** Known states are those of several numbers of processes. */
  readonly from: readonly Look[];
  readonly maxEffort: number;
}

/** One way to search, and how far to go before the next one is tried. */
export type Stage =
  /** Without guesses. The next such stage goes on where this one stopped: efforts are counted from the start. */
  | { readonly kind: 'plain'; readonly maxEffort: number }
  /** With guesses from the first states of a few processes. */
  | { readonly kind: 'guesses'; readonly from: Look; readonly maxEffort: number }
  /** With all guesses at once, from the first states of several numbers of processes. */
  | ({ readonly kind: 'candidates' } & CandidatesPlan)
  /** The same with a variable more that remembers something, one after the other. */
  | ({ readonly kind: 'witnesses' } & CandidatesPlan)
  /** For violations among the first states of a few processes. */
  | { readonly kind: 'look'; readonly look: Look };

export const plain = (maxEffort: number): Stage => ({ kind: 'plain', maxEffort });
const look = (procs: number, states: number): Stage => ({ kind: 'look', look: { procs, states } });
/** Enough to tell what never happens; the states need not be all. */
const guesses = (procs: number, maxEffort: number): Stage => ({
  kind: 'guesses',
  from: { procs, states: 30_000 },
  maxEffort,
});

const plan = (procs: readonly number[], states: number, maxEffort: number): CandidatesPlan => ({
  from: procs.map((few) => ({ procs: few, states })),
  maxEffort,
});
export const candidates = (maxEffort: number): Stage => ({
  kind: 'candidates',
  ...plan([2, 3, 4], 30_000, maxEffort),
});

/** There may be many, and most of them lead nowhere: each is given little. */
export const witnessPlan = plan([2, 3, 4], 10_000, 10_000);
export const witnesses: Stage = { kind: 'witnesses', ...witnessPlan };

/**
 * Most systems are decided by the plain search at once. What few processes do in few steps is looked at next: a violation there would
 * take the search back through all ways to it. Then most of the rest is decided by guesses soon after. Some systems need many
 * guesses, and that takes longer. Where nothing helps the plain search goes on: only it can find violations of which no
 * guess knows. Efforts and numbers of states make that the same on every machine.
 */
const automatic: readonly Stage[] = [
  plain(4_000),
  look(2, 3_000),
  look(3, 3_000),
  plain(50_000),
  look(2, 30_000),
  guesses(2, 60_000),
  look(3, 30_000),
  guesses(3, 120_000),
  candidates(60_000),
  look(4, 30_000),
  plain(600_000),
  witnesses,
  look(2, 300_000),
  look(3, 300_000),
  guesses(2, 2_000_000),
  look(4, 300_000),
  candidates(5_000_000),
  plain(Infinity),
];

/** Where guessing gets nowhere the plain search has to do. */
export function stagesFor(brab: number | 'auto' | null): readonly Stage[] {
  if (brab === 'auto') return automatic;
  return brab === null ? [plain(Infinity)] : [guesses(brab, Infinity), plain(Infinity)];
}
