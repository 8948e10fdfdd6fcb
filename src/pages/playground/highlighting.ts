import { StreamLanguage } from '@codemirror/language';
import type { StreamParser } from '@codemirror/language';
import { beginners, keywords } from '../../lang/program/keywords.js';

/** How the texts of a language are coloured; what they mean is told by the front end. */
export interface Wording {
  readonly words: ReadonlySet<string>;
  /** Where a comment begins, and where it ends; without an end it goes to the end of the line. */
  readonly comments: readonly (readonly [begin: string, end: string | null])[];
}

const cComments: Wording['comments'] = [
  ['//', null],
  ['/*', '*/'],
];

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const native: Wording = { words: new Set([...keywords, ...beginners]), comments: cComments };

const wordings: ReadonlyMap<string, Wording> = new Map([
  ['.fp', native],
  [
    '.c',
    {
      words: words(
        'if else while for do break continue return goto switch case default int unsigned signed char short long void ' +
          'bool struct union enum static const volatile typedef sizeof extern inline _Atomic _Bool _Thread_local',
      ),
      comments: cComments,
    },
  ],
  [
    '.dve',
    {
      words: words(
        'process state init trans commit accept guard effect sync system async channel byte int const assert',
      ),
      comments: cComments,
    },
  ],
  [
    '.cub',
    {
      words: words(
        'type var array const init unsafe transition requires forall_other invariant weak fence case and or',
      ),
      comments: [['(*', '*)']],
    },
  ],
  ['.litmus', { words: words('exists forall locations MOV MFENCE XCHG'), comments: [['(*', '*)']] }],
  [
    '.rmm',
    {
      words: words('forbidden data registers process text read write fence locked cas if goto nop'),
      comments: [['//', null]],
    },
  ],
]);

/** What a text of this name is written in, as far as colours go. */
export const wordingOf = (name: string): Wording => wordings.get(/\.[^.]*$/.exec(name)?.[0] ?? '') ?? native;

interface HighlightState {
  /** The end of the comment we are in. */
  comment: string | null;
}

/** Tokens of the shapes that all languages share: comments, texts, numbers, words, signs. */
export const streamLanguageOf = ({ words: known, comments }: Wording): StreamLanguage<HighlightState> =>
  StreamLanguage.define({ ...parserFor(known, comments), languageData: { commentTokens: { line: '//' } } });

const parserFor = (
  known: ReadonlySet<string>,
  comments: Wording['comments'],
): StreamParser<HighlightState> => ({
  startState: () => ({ comment: null }),
  copyState: ({ comment }) => ({ comment }),
  token(stream, state) {
    if (state.comment !== null) {
      if (stream.skipTo(state.comment)) {
        stream.match(state.comment);
        state.comment = null;
      } else stream.skipToEnd();
      return 'comment';
    }
    if (stream.eatSpace()) return null;
    for (const [begin, end] of comments)
      if (stream.match(begin)) {
        if (end === null) stream.skipToEnd();
        else state.comment = end;
        return 'comment';
      }
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^#?[0-9][A-Za-z_0-9]*/)) return 'number';
    const word = stream.match(/^[A-Za-z_][A-Za-z_0-9]*/);
    if (word !== null && word !== true && word !== false) {
      if (known.has(word[0])) return 'keyword';
      return stream.match(/^\s*:(?![=:])/, false) ? 'labelName' : 'variableName';
    }
    stream.next();
    return 'operator';
  },
});
