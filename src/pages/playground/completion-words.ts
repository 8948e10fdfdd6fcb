/** A word that may stand where one is being typed. */
export interface CompletionWord {
  readonly label: string;
  readonly type: 'keyword' | 'variable';
}

/** The words of the language and the names of the text, but for the one that ends at `position`: it is being typed. */
export function completionWords(
  text: string,
  position: number,
  keywords: ReadonlySet<string>,
): readonly CompletionWord[] {
  const withoutComments = text.replace(/\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g, (comment) =>
    ' '.repeat(comment.length),
  );
  const names = new Set<string>();
  for (const { 0: name, index } of withoutComments.matchAll(/[A-Za-z_][A-Za-z_0-9]*/g))
    if (index + name.length !== position && !keywords.has(name)) names.add(name);
  return [
    ...[...keywords].map((label): CompletionWord => ({ label, type: 'keyword' })),
    ...[...names].sort().map((label): CompletionWord => ({ label, type: 'variable' })),
  ];
}
