/** One way to search, and how far to go before the next one is tried. */
export interface Stage {
  /** Processes of the states that guesses are taken from; null: no guesses. */
  readonly brab: number | null;
  readonly maxEffort: number;
}

/**
 * Most systems are decided by the plain search soon, or by guesses soon after. Some need many guesses, and that takes longer. Where
 * nothing helps the plain search goes on: only it can find violations of which no guess knows.
 */
const automatic: readonly Stage[] = [
  { brab: null, maxEffort: 50_000 },
  { brab: 2, maxEffort: 60_000 },
  { brab: 3, maxEffort: 120_000 },
  { brab: null, maxEffort: 600_000 },
  { brab: 2, maxEffort: 2_000_000 },
  { brab: null, maxEffort: Infinity },
];

/** Where guessing gets nowhere the plain search has to do. */
export function stagesFor(brab: number | 'auto' | null): readonly Stage[] {
  if (brab === 'auto') return automatic;
  const plain: Stage = { brab: null, maxEffort: Infinity };
  return brab === null ? [plain] : [{ brab, maxEffort: Infinity }, plain];
}
