import { changedBy, namesIn } from './option-words.js';

export interface EvidenceBench {
  /** Names of parts. */
  readonly parts: readonly string[];
  /** For one answer and what shows it, in seconds. */
  readonly timeout: number;
  /** Only files whose path has this in it; empty: all. */
  readonly only: string;
}

/** Where programs are: a folder, of the corpus but for the samples. */
export const evidenceParts = ['samples', 'rmm', 'dve', 'bl', 'c'] as const;

const usual: EvidenceBench = { parts: evidenceParts, timeout: 20, only: '' };

export const evidenceUsage = `options: --timeout SECONDS, --only NAME, and a list --parts ${evidenceParts.join(',')}`;

/** Null: an option that there is not. */
export const evidenceOptions = (words: readonly string[]): EvidenceBench | null =>
  changedBy(words, usual, (name, value): Partial<EvidenceBench> | null => {
    switch (name) {
      case '--parts': {
        const parts = namesIn(evidenceParts, value);
        return parts === null ? null : { parts };
      }
      case '--timeout':
        return Number(value) > 0 ? { timeout: Number(value) } : null;
      case '--only':
        return { only: value };
      default:
        return null;
    }
  });
