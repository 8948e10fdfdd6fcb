import type { ChildEnd } from '../compare/children.js';
import { invariant } from '../support/invariant.js';
import { field, listField, textField } from '../support/json-fields.js';

/** What became of a member of a portfolio. */
export type MemberAnswer =
  | { readonly kind: 'answered'; readonly verdict: DefiniteVerdict }
  | { readonly kind: 'unknown' | 'refused'; readonly reason: string }
  /** A bug of ours. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Somebody else was faster, or there was a signal. */
  | { readonly kind: 'stopped' };

export type DefiniteVerdict = 'safe' | 'unsafe';

/** A process that has ended, or was ended; of one that printed none the document is undefined. */
export interface MemberEnd {
  readonly name: string;
  readonly end: ChildEnd;
  readonly document: unknown;
  readonly answer: MemberAnswer;
}

/** Exit codes as `verify` has them. What is printed counts only if the code says the same: a crash must not look like a verdict. */
const codes = { safe: 0, unsafe: 10, unknown: 20, refused: 2 } as const;

export function answerOf(end: ChildEnd, document: unknown): MemberAnswer {
  if (end.stopped === 'unwanted' || end.stopped === 'interrupted') return { kind: 'stopped' };
  const printed = textField(document, 'verdict');
  const reason = textField(document, 'reason');
  const agrees = (verdict: string): boolean => document === undefined || printed === verdict;
  if (end.code === codes.safe && agrees('safe')) return { kind: 'answered', verdict: 'safe' };
  if (end.code === codes.unsafe && agrees('unsafe')) return { kind: 'answered', verdict: 'unsafe' };
  if (end.code === codes.unknown) return { kind: 'unknown', reason: reason ?? 'unknown' };
  if (end.code === codes.refused) return { kind: 'refused', reason: reason ?? 'usage' };
  if (end.stopped === 'timeout') return { kind: 'unknown', reason: 'timeout' };
  // Systems kill so when memory runs out; V8 says it itself.
  if (end.signal === 'SIGKILL' || /heap out of memory|heap limit/i.test(end.stderr))
    return { kind: 'unknown', reason: 'memory' };
  return { kind: 'failed', reason: `it ended ${howEnded(end)} and gave no answer` };
}

const howEnded = ({ code, signal }: ChildEnd): string =>
  signal === null ? `with exit code ${code ?? '?'}` : `by ${signal}`;

/** Two members of which one says that a property holds, and the other one that it does not. */
export interface Contradiction {
  readonly safe: MemberEnd;
  readonly unsafe: MemberEnd;
  /** Null: they differ about the program, and do not say about which property. */
  readonly property: string | null;
}

/** The first there is. Where members name properties, these are compared; else what they say of the program. */
export function contradictionAmong(ends: readonly MemberEnd[]): Contradiction | null {
  const answered = ends.filter(({ answer }) => answer.kind === 'answered' || answer.kind === 'unknown');
  for (const safe of answered) {
    for (const unsafe of answered) {
      const property = safe === unsafe ? undefined : contradicted(safe, unsafe);
      if (property !== undefined) return { safe, unsafe, property };
    }
  }
  return null;
}

/** Undefined: there is nothing in which they differ so. */
function contradicted(safe: MemberEnd, unsafe: MemberEnd): string | null | undefined {
  const violated = decided(unsafe, 'unsafe');
  const property = [...decided(safe, 'safe')].find((name) => violated.has(name));
  if (property !== undefined) return property;
  return verdictOf(safe) === 'safe' && verdictOf(unsafe) === 'unsafe' ? null : undefined;
}

const verdictOf = ({ answer }: MemberEnd): DefiniteVerdict | null =>
  answer.kind === 'answered' ? answer.verdict : null;

const decided = ({ document }: MemberEnd, verdict: DefiniteVerdict): ReadonlySet<string> =>
  new Set(
    listField(document, 'properties')
      .filter((property) => field(property, 'verdict') === verdict)
      .flatMap((property) => textField(property, 'name') ?? []),
  );

/** Where nobody has an answer: who told most, the first of those. */
export function mostTold(ends: readonly MemberEnd[]): MemberEnd {
  const worth = (end: MemberEnd): number =>
    1000 * ranks.indexOf(end.answer.kind) +
    Math.min(999, decided(end, 'safe').size + decided(end, 'unsafe').size);
  const [best] = ends.toSorted((a, b) => worth(b) - worth(a));
  invariant(best !== undefined, 'a portfolio has members');
  return best;
}

/** A failure is to be seen where nobody gave a better reason. */
const ranks: readonly MemberAnswer['kind'][] = ['stopped', 'refused', 'failed', 'unknown', 'answered'];
