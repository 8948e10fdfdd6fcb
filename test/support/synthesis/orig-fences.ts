const pieces = /\/\*[^]*?\*\/|\/\/[^\n]*|\bendinit\b|\bstore\b[^;]*;/g;

/** The text of an `.orig` program with a fence after every store of its processes, on the store's line. */
export function withFences(text: string): string {
  // What comes before `endinit` is no step.
  let running = !/\bendinit\b/.test(text);
  return text.replaceAll(pieces, (piece) => {
    if (piece === 'endinit') running = true;
    return running && piece.startsWith('store') ? `${piece} fence;` : piece;
  });
}
