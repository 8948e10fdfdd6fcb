/** Names that nothing else has. Variables, constructors and types share one world, so that texts read without doubt. */
export class Names {
  readonly #taken = new Set<string>();

  /** With a capital, as variables and constructors begin. */
  upper(wanted: string): string {
    const letters = legal(wanted);
    return this.#free(letters.charAt(0).toUpperCase() + letters.slice(1));
  }

  #free(base: string): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? base : `${base}_${n}`;
      if (this.#taken.has(name) || reserved.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

/** The constructors of `bool`. */
const reserved = new Set(['True', 'False']);

/** As transitions and parameters begin. */
export function lower(wanted: string): string {
  const letters = legal(wanted);
  return letters.charAt(0).toLowerCase() + letters.slice(1);
}

/** `Q(0)` becomes `Q_0`. */
function legal(wanted: string): string {
  const letters = wanted.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(letters) ? letters : `v${letters}`;
}

/** What the parameters of a transition are called; its actor comes first. */
export function parameterName(index: number): string {
  const name = 'pqrstuvw'.charAt(index);
  return name === '' ? `p${index}` : name;
}
