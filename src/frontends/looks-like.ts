/** What a text of a language has, each somewhere in it. Comments are not told apart: what is asked for hardly stands in one. */
interface LanguageMarks {
  readonly language: string;
  readonly marks: readonly RegExp[];
}

/** By the values of `--lang`. None has all marks of another. */
const marksOf: readonly LanguageMarks[] = [
  { language: 'litmus', marks: [/^\s*(?:\(\*[\s\S]*?\*\)\s*)*X86(?:_64)?\s+\S/, /^\s*P0\b.*;/m] },
  {
    language: 'cub',
    marks: [/^\s*(?:init\s*\([\w\s]*\)\s*\{)/m, /^\s*(?:transition\s+\w+\s*\(|unsafe\s*\([\w\s]*\)\s*\{)/m],
  },
  { language: 'dve', marks: [/^\s*process\s+\w+\s*\{/m, /^\s*state\s+\w/m, /^\s*init\s+\w+\s*;/m] },
  { language: 'rmm', marks: [/^\s*forbidden\b/m, /^\s*data\b/m, /^\s*process\b/m, /^\s*text\b/m] },
  {
    language: 'trencher',
    marks: [/^\s*thread\s+\w+\s*$/m, /^\s*initial\s+\w/m, /^\s*transition\s+\w+\s+\w+\s+\w/m],
  },
  { language: 'c', marks: [/^\s*#\s*include\b|\bint\s+main\s*\(/m] },
  { language: 'salpl', marks: [/^\s*beginit\b/m, /^\s*process\s+\d+\s*:/m] },
  {
    language: 'bl',
    marks: [/^\s*process\s+\d+\s*$/m, /^\s*\d+\s*:\s*\w/m, /^\s*(?:shared|local)\s+\w+(?:\s*,\s*\w+)*\s*;/m],
  },
  {
    language: 'fp',
    marks: [
      /^\s*(?:thread\s+\w+\s*[({]|process\s+\w+\s*\()/m,
      /^\s*(?:shared\s+(?:int|bool)\b|invariant\b|final\b|ltl\b|local\s+(?:int|bool)\b|\w+\s*=)/m,
    ],
  },
];

/** The language that a text is in, judged by words that hardly stand in another; null: there is no telling. */
export function looksLike(text: string): string | null {
  const found = marksOf.filter(({ marks }) => marks.every((mark) => mark.test(text)));
  return found.length === 1 ? (found[0]?.language ?? null) : null;
}
