/** Attributes by name; null and false: it has none, true: it has it without a value. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

export type Content = Node | string;

/** An element of the page. A `style` is not among the attributes: the page's policy forbids it. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAll(element, attributes);
  element.append(...children);
  return element;
}

/** The same in a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Content[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAll(element, attributes);
  element.append(...children);
  return element;
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : String(value));
}

/** Names of classes, without those that do not apply. */
export const classes = (...names: readonly (string | false | null)[]): string =>
  names.filter((name) => typeof name === 'string').join(' ');

/** What tells threads apart beside their names: one of as many colours as the styles have. */
export const threadClass = (number: number): string => `thread-${Math.max(0, number) % 8}`;
