import type { OfferedMove } from './moves.js';

/** A move and what it is called in the menu: `P: store x = 1`. */
export interface NamedMove {
  readonly move: OfferedMove;
  readonly thread: string;
  readonly name: string;
}

/**
 * The move that a line chooses: by its number, by its name or how that begins, or by a thread that has one step besides
 * what leaves its buffer. A text: why it is none.
 */
export function chosenMove(line: string, offered: readonly NamedMove[]): NamedMove | string {
  if (offered.length === 0) return 'no step is possible here';
  if (/^[0-9]+$/.test(line)) return offered[Number(line) - 1] ?? `there is no step ${line}`;
  const wanted = line.replaceAll(/\s+/g, ' ');
  const whole = offered.filter(({ name }) => name === wanted);
  const byThread = offered.filter(({ thread, move }) => thread === wanted && move.step.kind === 'edge');
  const begun = offered.filter(({ name }) => name.startsWith(wanted));
  const found = [whole, byThread, begun].find((some) => some.length > 0) ?? [];
  const [only, second] = found;
  if (only === undefined) return `no step is called ${wanted}`;
  if (second === undefined) return only;
  const numbers = found.map((one) => offered.indexOf(one) + 1);
  return `${wanted} may be any of the steps ${numbers.join(', ')}: give the number`;
}
