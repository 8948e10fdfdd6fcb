import type { BooleanProgram } from './boolean-program.js';
import { variablesOf } from './boolean-formula.js';
import type { BooleanId } from '../expr/ids.js';
import { at } from '../../support/invariant.js';
import { freeName } from '../../support/free-names.js';
import { reservedWords } from './reserved-words.js';

/** The names that variables have in a text. */
export class TextNames {
  readonly #names: readonly string[];
  readonly #owners: readonly (number | null)[];
  readonly #shared = new Set<string>();
  /** Of each block. */
  readonly #locals: readonly Set<string>[];

  constructor(program: BooleanProgram) {
    this.#locals = program.threads.map(() => new Set<string>());
    // Cubes are assumed by every process, which sees the locals of no other: so they become shared.
    const open = new Set(program.infeasible.flatMap((cube) => [...variablesOf(cube)]));
    this.#owners = program.variables.map(({ id, thread }) => (open.has(id) ? null : thread));
    const names: string[] = [];
    for (const wantsShared of [true, false]) {
      for (const { id, name } of program.variables) {
        const owner = at(this.#owners, id);
        if ((owner === null) === wantsShared) names[id] = this.fresh(name, owner);
      }
    }
    this.#names = names;
  }

  get shared(): readonly string[] {
    return [...this.#shared];
  }

  /** The declared locals: those of all blocks. */
  get local(): readonly string[] {
    return [...new Set(this.#locals.flatMap((names) => [...names]))];
  }

  of(variable: BooleanId): string {
    return at(this.#names, variable);
  }

  /** The block that the variable is local to; null: shared. */
  owner(variable: BooleanId): number | null {
    return this.#owners[variable] ?? null;
  }

  /** A name like this one that is not taken yet where it is seen. */
  fresh(like: string, owner: number | null): string {
    const plain = like.replace(/[^A-Za-z_0-9]+/g, '_').replace(/^(?=[0-9]|$)/, '_');
    const own = owner === null ? this.#shared : at(this.#locals, owner);
    const isTaken = (name: string): boolean =>
      own.has(name) || this.#shared.has(name) || reservedWords.has(name);
    const name = freeName(plain, isTaken);
    own.add(name);
    return name;
  }
}
