/** An element of a drawing, as data: made of numbers here, text on the command line and elements in a browser. */
export interface SvgNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (SvgNode | string)[];
}

export const node = (
  name: string,
  attributes: SvgNode['attributes'] = {},
  children: SvgNode['children'] = [],
): SvgNode => ({ name, attributes, children });

/** Places are told to a tenth of a pixel. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

export const svgNamespace = 'http://www.w3.org/2000/svg';

/** XML, and HTML where a drawing may stand. */
export function svgText({ name, attributes, children }: SvgNode): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(shown(value))}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : svgText(child)));
  return inner.length === 0
    ? `<${name}${given.join('')}/>`
    : `<${name}${given.join('')}>${inner.join('')}</${name}>`;
}

export const shown = (value: string | number): string =>
  typeof value === 'number' ? String(rounded(value)) : value;

const escaped = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').replace(/[&<>"]/g, (c) => {
    return entities[c] ?? c;
  });

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
