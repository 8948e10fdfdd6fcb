import type { FoundSets } from '../synthesis/synthesis-report.js';

export const plural = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

export function claimOf(minimal: FoundSets['minimal']): string {
  if (minimal === 'relative') return 'fewer are not enough among the sets that could be decided';
  return minimal ? 'fewer are not enough' : 'fewer may be enough';
}
