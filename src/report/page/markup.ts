/** A piece of a page. Only `markup` and `joined` make it, so whatever text is in it was escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = Markup | string | number | readonly Markup[];

/** HTML with values in it: text is escaped, pieces of pages stand as they are. */
export function markup(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(parts.map((part, i) => (i === 0 ? part : shown(values[i - 1]) + part)).join(''));
}

export const noMarkup = new Markup('');

function shown(value: Piece | undefined): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaped(String(value));
}

/** Fit for text and for values of attributes in double quotes; what no page may hold is replaced. */
export const escaped = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (c) => entities[c] ?? c);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Data for the page's script, as the content of a `script` element: nothing in it can end that. */
export const scriptData = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
