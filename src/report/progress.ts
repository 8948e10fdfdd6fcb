import { amount } from './stats.js';

/** A look at long work, as engines give it. */
export interface ProgressView {
  readonly phase: string;
  readonly states: number;
  readonly frontier: number;
  readonly seconds: number;
}

/** `search: 120 000 states (43 000/s), frontier 1 200, 96 MB, 2.8 s`. The rate is since the previous look, if any. */
export function progressLine(now: ProgressView, previous: ProgressView | null, memoryMB: number): string {
  const since = previous !== null && previous.phase === now.phase ? previous : null;
  const elapsed = now.seconds - (since?.seconds ?? 0);
  const rate = elapsed > 0 ? Math.round((now.states - (since?.states ?? 0)) / elapsed) : 0;
  const states = `${amount(now.states)} states (${amount(Math.max(0, rate))}/s)`;
  return `${now.phase}: ${states}, frontier ${amount(now.frontier)}, ${Math.round(memoryMB)} MB, ${now.seconds.toFixed(1)} s`;
}
