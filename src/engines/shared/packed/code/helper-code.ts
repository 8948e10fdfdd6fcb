/** Functions that generated code calls; equal ones are written once. */
export class Helpers {
  readonly #names = new Map<string, string>();

  /** The name of a function with these parameters and this body. */
  define(params: string, body: string): string {
    const text = `${params} {\n${body}\n}`;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `help${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  source(): string {
    return [...this.#names].map(([text, name]) => `function ${name}${text}`).join('\n');
  }
}
