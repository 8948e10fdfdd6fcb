import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { Children } from '../compare/children.js';
import type { Patience } from '../compare/children.js';
import { parsedJson } from '../support/json-fields.js';
import { answerOf, contradictionAmong } from './member-answer.js';
import type { Contradiction, MemberEnd } from './member-answer.js';

/** A member of a portfolio, as it is started. */
export interface Entrant {
  readonly name: string;
  /** The command line of `verify`. */
  readonly args: readonly string[];
  /** Where it writes its document; null: it prints that. */
  readonly document: string | null;
}

export interface RaceSettings {
  /** The command line's own main. */
  readonly script: string;
  readonly patience: Patience;
  readonly signal: AbortSignal;
  /** Hears of each member that has come to its end by itself. */
  readonly onEnd: (member: MemberEnd) => void;
}

export interface RaceResult {
  /** In the order in which they were named. */
  readonly ends: readonly MemberEnd[];
  /** The first that had an answer; null: none has. */
  readonly first: MemberEnd | null;
  readonly contradiction: Contradiction | null;
}

/**
 * After the first answer another one may be as good as there: it would be a pity not to compare them. A tenth of what was
 * waited for already is not felt.
 */
const graceMs = (elapsed: number): number => Math.min(1000, Math.max(50, elapsed / 10));

/** Starts all beside each other. When one has an answer the others are killed, with all that they have started. */
export async function race(entrants: readonly Entrant[], settings: RaceSettings): Promise<RaceResult> {
  const children = new Children(settings.signal);
  const unwanted = new AbortController();
  const started = performance.now();
  let first: MemberEnd | null = null;
  let onWon: () => void = () => undefined;
  const won = new Promise<void>((resolve) => (onWon = resolve));
  const enter = async (entrant: Entrant): Promise<MemberEnd> => {
    const member = await ended(entrant, children, settings, unwanted.signal);
    if (member.answer.kind !== 'stopped') settings.onEnd(member);
    if (member.answer.kind === 'answered' && first === null) {
      first = member;
      onWon();
    }
    return member;
  };
  try {
    const all = Promise.all(entrants.map(enter));
    await Promise.race([all, won]);
    await Promise.race([all, after(graceMs(performance.now() - started), null, { ref: false })]);
    unwanted.abort();
    const ends = await all;
    return { ends, first, contradiction: contradictionAmong(ends) };
  } finally {
    children.close();
  }
}

async function ended(
  { name, args, document }: Entrant,
  children: Children,
  { script, patience }: RaceSettings,
  unwanted: AbortSignal,
): Promise<MemberEnd> {
  const end = await children.run(script, args, patience, unwanted);
  const text = document === null ? end.stdout : contentOf(document);
  const printed = text === null ? undefined : parsedJson(text);
  return { name, end, document: printed, answer: answerOf(end, printed) };
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It was ended before it wrote.
    return null;
  }
}
