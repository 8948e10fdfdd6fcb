import type { FoundSets } from '../synthesis/synthesis-report.js';

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

export function claimOf(minimal: FoundSets['minimal']): string {
  if (minimal === 'relative') return 'fewer are not enough among the sets that could be decided';
  return minimal ? 'fewer are not enough' : 'fewer may be enough';
}
