import type moo from 'moo';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Source, Span } from '../../diagnostics/span.js';
import { nextToken } from './token.js';
import type { Token } from './token.js';

export interface Complaint {
  readonly message: string;
  readonly note?: string | null;
}

/** How the text of a language is cut into tokens. */
export interface Lexicon {
  /**
   * It calls a comment without an end `endlessComment`, and the ends of comments that nest `openComment` and
   * `closeComment`.
   */
  readonly lexer: moo.Lexer;
  /** What to say of a comment without an end. */
  readonly endless: Complaint;
  /** By type, what to say of pieces that are no tokens; these become `bad`. */
  readonly wrong: ReadonlyMap<string, (text: string) => Complaint>;
  /** What the grammar sees of a token, where that is not just its text. */
  readonly readAs?: (raw: string) => string;
}

/** The tokens without spaces and comments; bad ones are among them. */
export function tokenise(source: Source, lexicon: Lexicon, bag: DiagnosticBag): readonly Token[] {
  const { lexer, endless, wrong, readAs } = lexicon;
  const tokens: Token[] = [];
  const open: Span[] = [];
  lexer.reset(source.text);
  const next = (): Token | null => nextToken(source, lexer, readAs);
  for (let token = next(); token !== null; token = next()) {
    const { type, raw, span } = token;
    const complain = wrong.get(type);
    if (complain !== undefined) {
      const { message, note } = complain(raw);
      bag.report('E101', span, message, note);
      tokens.push({ ...token, type: 'bad' });
    } else if (type === 'openComment' || type === 'endlessComment') open.push(span);
    else if (type === 'closeComment') open.pop();
    else tokens.push(token);
    if (type === 'endlessComment') break;
  }
  const [first] = open;
  if (first !== undefined) bag.report('E102', first, endless.message, endless.note);
  return tokens;
}
