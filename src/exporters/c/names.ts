import { hasReservedStart, isReserved } from '../shared/c-words.js';

/** Gives out pairwise different names that a C file can have, each as close to the wanted one as may be. */
export class NameSupply {
  readonly #used: Set<string>;

  /** Names of the supply around this one are taken, as those that a function would hide. */
  constructor(around: NameSupply | null = null) {
    this.#used = new Set(around === null ? [] : around.#used);
  }

  take(wanted: string): string {
    const form = legalForm(wanted);
    const base = hasReservedStart(form) ? `v_${form}` : form;
    let name = base;
    for (let n = 2; this.#used.has(name) || isReserved(name); n++) name = `${base}_${n}`;
    this.#used.add(name);
    return name;
  }
}

/** `Q(0)` becomes `Q_0`. */
export function legalForm(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return name;
  const letters = name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(letters) ? letters : `v${letters}`;
}
