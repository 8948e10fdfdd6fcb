/** What pairs of words change in the usual options. Null: an option that there is not. */
export function changedBy<Options extends object>(
  words: readonly string[],
  usual: Options,
  change: (name: string, value: string) => Partial<Options> | null,
): Options | null {
  const changes: Partial<Options>[] = [];
  for (let i = 0; i < words.length; i += 2) {
    const value = words[i + 1];
    const changed = value === undefined ? null : change(words[i] ?? '', value);
    if (changed === null) return null;
    changes.push(changed);
  }
  const options = { ...usual };
  for (const changed of changes) Object.assign(options, changed);
  return options;
}

/** Those of the names that are in a list; null: the list has others. */
export function namesIn<Name extends string>(names: readonly Name[], list: string): readonly Name[] | null {
  const words = list.split(',');
  const chosen = names.filter((name) => words.includes(name));
  return chosen.length === words.length ? chosen : null;
}
