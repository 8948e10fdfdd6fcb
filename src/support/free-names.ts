/** The name if it is free, else with the first number behind it that makes it so: `x`, `x_2`, `x_3`. */
export function freeName(wanted: string, isTaken: (name: string) => boolean, between = '_'): string {
  let name = wanted;
  for (let n = 2; isTaken(name); n++) name = `${wanted}${between}${n}`;
  return name;
}

/** Names that are taken, and stay so. What was tried once for a name is not tried again: there may be thousands of one stem. */
export class UsedNames {
  readonly #names: Set<string>;
  /** By the number that was the first to try, and the stem: the next one. */
  readonly #tried = new Map<string, number>();

  constructor(
    names: Iterable<string> = [],
    /** Others that are taken, and stay so. */
    private readonly isTaken: (name: string) => boolean = () => false,
  ) {
    this.#names = new Set(names);
  }

  add(name: string): void {
    this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name) || this.isTaken(name);
  }

  /** As freeName; from now on it is taken. */
  free(wanted: string): string {
    return this.has(wanted) ? this.#numbered(wanted, 2) : this.#taking(wanted);
  }

  /** The same names, for others to take more. */
  copy(): UsedNames {
    return new UsedNames(this.#names, this.isTaken);
  }

  /** With a number in any case: `t_1`, `t_2`. */
  numbered(stem: string): string {
    return this.#numbered(stem, 1);
  }

  #numbered(stem: string, first: number): string {
    const asked = `${first} ${stem}`;
    let number = this.#tried.get(asked) ?? first;
    while (this.has(`${stem}_${number}`)) number++;
    this.#tried.set(asked, number + 1);
    return this.#taking(`${stem}_${number}`);
  }

  #taking(name: string): string {
    this.#names.add(name);
    return name;
  }
}

/** Letters, digits and `_`, a letter first, and no `_` at either end: `Q(0)` becomes `Q_0`. */
export function plainName(name: string): string {
  const letters = name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(letters) ? letters : `v${letters}`;
}
