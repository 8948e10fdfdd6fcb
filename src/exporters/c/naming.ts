import { hasReservedStart, isReserved } from '../shared/c-words.js';
import { freeName, plainName } from '../../support/free-names.js';

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
    const name = freeName(base, (text) => this.#used.has(text) || isReserved(text));
    this.#used.add(name);
    return name;
  }
}

/** `Q(0)` becomes `Q_0`. */
export const legalForm = (name: string): string =>
  /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : plainName(name);
