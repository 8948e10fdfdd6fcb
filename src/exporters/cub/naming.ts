import { freeName, plainName } from '../../support/free-names.js';

/** Names that nothing else has. Variables, constructors and types share one world, so that texts read without doubt. */
export class FreeNames {
  readonly #taken = new Set<string>();

  /** With a capital, as variables and constructors begin. */
  upper(wanted: string): string {
    const letters = plainName(wanted);
    return this.#free(letters.charAt(0).toUpperCase() + letters.slice(1));
  }

  #free(base: string): string {
    const name = freeName(base, (text) => this.#taken.has(text) || reserved.has(text));
    this.#taken.add(name);
    return name;
  }
}

/** The constructors of `bool`. */
const reserved = new Set(['True', 'False']);

/** As transitions and parameters begin. */
export function lower(wanted: string): string {
  const letters = plainName(wanted);
  return letters.charAt(0).toLowerCase() + letters.slice(1);
}

/** What the parameters of a transition are called; its actor comes first. */
export function parameterName(index: number): string {
  const name = 'pqrstuvw'.charAt(index);
  return name === '' ? `p${index}` : name;
}
