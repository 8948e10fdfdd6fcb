import { generatedBy } from '../diagnostics/span.js';
import { defaultExpr } from '../lang/expr/expr.js';
import { sharedId } from '../lang/expr/ids.js';
import type { SharedId } from '../lang/expr/ids.js';
import { legalForm } from '../lang/program/legal-names.js';
import type { BufferPart, Program, VariableShape, SharedVar } from '../lang/program/program.js';
import type { Type } from '../lang/expr/type.js';
import { UsedNames } from '../support/free-names.js';

/** What a variable is besides its name and type; a scalar if no shape is told. */
export interface VariableRole {
  readonly shape?: VariableShape;
  readonly meaning?: string;
  readonly buffer?: BufferPart;
}

/** Makes shared variables and names of threads that nothing else in a program has. */
export class SharedSupply {
  readonly #shared: SharedVar[];
  readonly #taken: UsedNames;

  constructor(
    program: Pick<Program, 'shared' | 'locals'> & { readonly threads: readonly { readonly name: string }[] },
    private readonly by: string,
  ) {
    this.#shared = [...program.shared];
    this.#taken = new UsedNames(
      [...program.shared, ...program.locals, ...program.threads].map((v) => v.name),
    );
  }

  /** A variable that starts with the default value of its type. */
  variable(stem: string, type: Type, role: VariableRole = {}): SharedId {
    const { shape = { kind: 'scalar' }, meaning, buffer } = role;
    const id = sharedId(this.#shared.length);
    const init = { kind: 'value', value: defaultExpr(type) } as const;
    this.#shared.push({
      id,
      name: this.name(stem),
      type,
      shape,
      init,
      ...(meaning === undefined ? {} : { meaning }),
      ...(buffer === undefined ? {} : { buffer }),
      span: generatedBy(this.by, null),
    });
    return id;
  }

  name(stem: string): string {
    return this.#taken.free(legalForm(stem));
  }

  shared(): readonly SharedVar[] {
    return this.#shared;
  }
}
