/** Markdown as it is read on a terminal. */
export const plain = (text: string): string =>
  text.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
