import type { Program } from './program.js';

const isSaidOnly: ReadonlySet<string> = new Set([
  'span',
  'madeLabels',
  'whenViolated',
  'shown',
  'constants',
  'counts',
  'columns',
]);

/**
 * A text that two programs have in common exactly if they are the same but for spans, for what is told of violations, for how
 * values are shown, for names of constants, for the numbers of binders, for the names that nameless properties get from their lines, and for who made
 * a label.
 */
export function canonical(program: Program): string {
  const binders = new Map<unknown, number>();
  const nameless = new Map<string, string>();
  const ordinal = (binder: unknown): number => {
    const known = binders.get(binder) ?? binders.size;
    binders.set(binder, known);
    return known;
  };
  const rename = (name: string): string => {
    const known = nameless.get(name) ?? `nameless ${nameless.size}`;
    nameless.set(name, known);
    return known;
  };
  return JSON.stringify(
    program,
    (key, value: unknown) => {
      if (isSaidOnly.has(key)) return undefined;
      if (typeof value === 'bigint') return `${value}n`;
      if (key === 'binder') return ordinal(value);
      if (key === 'binders' && Array.isArray(value)) return value.map(ordinal);
      if (typeof value === 'string' && /^(assert|invariant|final|ltl|exists):/.test(value))
        return rename(value);
      return sorted(value);
    },
    1,
  );
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
