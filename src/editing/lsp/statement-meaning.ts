import type { NameUse, Outline } from '../../frontends/fp/outline/outline.js';
import type { OutlineWord } from '../../frontends/fp/outline/outline-words.js';

/** What a statement does under the memory models (src/memory/model.ts), for people; the words of one statement or head. */
export interface StatementMeaning {
  readonly text: string;
  /** What is said of each model, where they differ; null: the same under all. */
  readonly models: Readonly<Record<'sc' | 'tso' | 'pso', string>> | null;
}

/** A statement in a text. */
export interface StatementWords {
  readonly words: readonly OutlineWord[];
  /** The sections around it, from outside. */
  readonly sections: readonly ('atomic' | 'locked')[];
}

/** The statement, or head of a block, that a place is in; null: the place is in none. */
export function statementAt(words: readonly OutlineWord[], offset: number): StatementWords | null {
  const here = words.findIndex(({ start, end }) => offset >= start && offset <= end);
  if (here === -1 || isBoundary(words, here)) return null;
  let first = here;
  while (first > 0 && !isBoundary(words, first - 1)) first--;
  let last = here;
  while (last + 1 < words.length && !isBoundary(words, last + 1)) last++;
  return { words: words.slice(first, last + 1), sections: sectionsAround(words, first) };
}

const isBoundary = (words: readonly OutlineWord[], i: number): boolean => {
  const text = words[i]?.text ?? '';
  if (text === ':') return isLabel(words, i);
  return text === ';' || text === '{' || text === '}';
};

/** The colon behind a label. */
const isLabel = (words: readonly OutlineWord[], i: number): boolean =>
  words[i - 1]?.isName === true && /^[{};:]?$/.test(words[i - 2]?.text ?? '');

function sectionsAround(words: readonly OutlineWord[], first: number): StatementWords['sections'] {
  const open: string[] = [];
  for (let i = 0; i < first; i++) {
    const text = words[i]?.text;
    if (text === '{') open.push(words[i - 1]?.text ?? '');
    if (text === '}') open.pop();
  }
  return open.flatMap((head) => (head === 'atomic' || head === 'locked' ? [head] : []));
}

/** What the statement does. */
export function meaningOf(statement: StatementWords, thread: string, outline: Outline): StatementMeaning {
  const { words, sections } = statement;
  const head = words[0]?.text ?? '';
  const calls =
    words.find(({ text }) => text === 'cas' || text === 'xchg' || text === 'fetch_add')?.text ?? null;
  if (head === 'fence')
    return fenceMeaning(
      thread,
      words.some(({ text }) => text === 'ww'),
    );
  if (head === 'atomic' || head === 'locked') return sectionMeaning(head, thread);
  if (calls !== null) return lockedMeaning(calls, thread);
  const { stored, loaded } = accessesOf(words, outline);
  const isLocked = sections.includes('locked');
  if (stored === null && loaded.length === 0) return { text: privately(head), models: null };
  const [text, models] = isLocked
    ? [lockedText(stored, loaded), null]
    : [bufferedText(stored, loaded, thread), modelTexts(stored, loaded, thread)];
  const order = orderText(head, loaded.length + (stored === null ? 0 : 1), sections);
  return { text: `${text}${order}`, models };
}

interface StatementAccesses {
  /** The shared variable that is written, as it stands there; null: none. */
  readonly stored: string | null;
  readonly loaded: readonly string[];
}

/** The shared variables that a statement touches. */
function accessesOf(words: readonly OutlineWord[], outline: Outline): StatementAccesses {
  const assign = words.findIndex(({ text }) => text === '=' || text === '+=' || text === '-=');
  const steps = words.findIndex(
    ({ text }, i) => (text === '+' || text === '-') && words[i + 1]?.text === text,
  );
  const isStep = assign === -1 && steps !== -1 && steps + 2 >= words.length;
  const uses = words.flatMap(
    (word) => outline.uses.find((use) => use.start === word.start && isShared(use)) ?? [],
  );
  const [first] = uses;
  const [target] = words;
  const stores = (assign !== -1 || isStep) && first !== undefined && first.start === target?.start;
  const updates = isStep || words[assign]?.text !== '=';
  const loads = stores && !updates ? uses.slice(1) : uses;
  return { stored: stores ? first.name : null, loaded: loads.map(({ name }) => name) };
}

const isShared = ({ symbol }: NameUse): boolean =>
  symbol?.kind === 'shared' || (symbol?.kind === 'parameter' && symbol.detail.startsWith('parameter shared'));

function privately(head: string): string {
  switch (head) {
    case 'goto':
      return 'Goes on at the label. It touches no shared variable.';
    case 'skip':
      return 'Does nothing, in one step.';
    case 'havoc':
      return 'Gives the local any value of its type. It touches no shared variable.';
    default:
      return 'It touches no shared variable, so it does the same under every memory model.';
  }
}

const list = (names: readonly string[]): string =>
  [...new Set(names)].map((name) => `\`${name}\``).join(', ');

function lockedText(stored: string | null, loaded: readonly string[]): string {
  const reads = loaded.length === 0 ? '' : `Reads ${list(loaded)} from memory. `;
  const writes = stored === null ? '' : `Writes \`${stored}\` to memory at once. `;
  return `${reads}${writes}Inside of \`locked\` nothing is buffered, and no other thread steps in between.`;
}

function bufferedText(stored: string | null, loaded: readonly string[], thread: string): string {
  const reads = loaded.length === 0 ? '' : `Reads ${list(loaded)}. `;
  return `${reads}${stored === null ? '' : `${thread} writes \`${stored}\`. `}`.trimEnd();
}

function modelTexts(
  stored: string | null,
  loaded: readonly string[],
  thread: string,
): NonNullable<StatementMeaning['models']> {
  const reads = loaded.length > 0;
  const own = reads
    ? `what ${thread} reads is the newest write to it in its own buffer, else memory; earlier writes of ${thread} may still wait, so that others see them after this read`
    : '';
  const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('; ');
  return {
    sc: join(
      reads ? 'it reads memory' : '',
      stored === null ? '' : 'the write is in memory at once, for all threads',
    ),
    tso: join(
      own,
      stored === null
        ? ''
        : `the write waits in the buffer of ${thread}, behind all that waits there, and reaches memory at any later time; until then only ${thread} sees it`,
    ),
    pso: join(
      own,
      stored === null
        ? ''
        : `the write waits in the buffer of ${thread} for \`${stored}\`; it may reach memory before earlier writes to other variables; until then only ${thread} sees it`,
    ),
  };
}

/** What others may do in between. */
function orderText(head: string, accesses: number, sections: StatementWords['sections']): string {
  if (sections.includes('atomic'))
    return ' Inside of `atomic` no other thread steps in between; writes are buffered all the same.';
  if (sections.length > 0) return '';
  if (head === 'assume') return ' It waits until the condition is true.';
  if (accesses <= 1) return ' This is one step.';
  return ' Each access is a step of its own, loads from left to right: other threads may step in between.';
}

const fenceMeaning = (thread: string, isStoreFence: boolean): StatementMeaning =>
  isStoreFence
    ? {
        text: 'A store fence (SFENCE of x86): it keeps writes in order, and waits for nothing.',
        models: {
          sc: 'it does nothing',
          tso: 'it does nothing: writes reach memory in order anyway',
          pso: `writes of ${thread} behind it reach memory after those before it; reads do not wait`,
        },
      }
    : {
        text: 'A full fence (MFENCE of x86).',
        models: {
          sc: 'it does nothing',
          tso: `${thread} waits until its buffer is empty: all that it wrote is in memory`,
          pso: `${thread} waits until its buffers are empty: all that it wrote is in memory`,
        },
      };

const sectionMeaning = (kind: 'atomic' | 'locked', thread: string): StatementMeaning =>
  kind === 'atomic'
    ? {
        text: 'No other thread steps while this block runs. A path that would have to wait inside is not taken.',
        models: {
          sc: 'what it writes is in memory at once',
          tso: `what it writes still goes through the buffer of ${thread}`,
          pso: `what it writes still goes through the buffers of ${thread}`,
        },
      }
    : lockedMeaning('locked', thread);

const whatCallsDo: Readonly<Record<string, string>> = {
  cas: '`cas(x, a, b)` stores `b` to `x` if `x` holds `a`, and tells whether it did.',
  xchg: '`xchg(x, e)` stores `e` to `x`, and gives the old value.',
  fetch_add: '`fetch_add(x, e)` adds `e` to `x`, and gives the old value.',
  locked: 'No other thread steps while this block runs.',
};

const lockedMeaning = (call: string, thread: string): StatementMeaning => ({
  text: `${whatCallsDo[call] ?? ''} This is a locked instruction of x86: one step, and a full fence.`.trim(),
  models: {
    sc: 'it reads and writes memory',
    tso: `${thread} waits until its buffer is empty; then it reads and writes memory`,
    pso: `${thread} waits until its buffers are empty; then it reads and writes memory`,
  },
});

/** As Markdown. */
export function meaningText({ text, models }: StatementMeaning): string {
  if (models === null) return text;
  return [text, '', `- **SC**: ${models.sc}`, `- **TSO**: ${models.tso}`, `- **PSO**: ${models.pso}`].join(
    '\n',
  );
}
