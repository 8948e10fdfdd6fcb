import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { cardinality } from '../../../lang/expr/type.js';
import { remembered } from '../../../support/remembered.js';
import type { Type } from '../../../lang/expr/type.js';

/** What messages say of a variable. */
export interface NamedVariable {
  readonly name: string;
  readonly type: Type;
  readonly span: Span;
}

/** Far more than people write down, few enough to see soon that there is no end. */
const maxIntValues = 100;
const maxEnumerated = 65_536n;
const maxStates = 50_000;
const fewValues = 10;

const otherEngines =
  'give it a finite range, or take --engine explicit --bound N (bounded buffers) or --engine abstract with predicates';

/** Watches unbounded integers: the dual engine takes finite domains, and an integer may turn out to have one. */
export class DomainGrowth {
  readonly #values = new Map<NamedVariable, Set<bigint>>();

  note(variable: NamedVariable, value: bigint): void {
    if (variable.type.kind !== 'int') return;
    const values = remembered(this.#values, variable, () => new Set<bigint>()).add(value);
    if (values.size > maxIntValues) this.#refuse(variable, `more than ${maxIntValues} values`);
  }

  /** To be called when a thread gets a new state. Types that are finite by declaration may have as many as they make. */
  noteStates(count: number): void {
    if (count < maxStates || count % maxStates !== 0) return;
    const [most] = [...this.#values].sort(([, a], [, b]) => b.size - a.size);
    if (most !== undefined && most[1].size > fewValues) this.#refuse(most[0], 'too many values');
  }

  #refuse({ name, span }: NamedVariable, howMany: string): never {
    return unsupported(
      `the integer '${name}' takes ${howMany}, and the dual engine takes finite domains only`,
      span,
      otherEngines,
    );
  }
}

/** All values of a variable that something leaves open, for example because it `has no initial value`. */
export function valuesLeftOpen({ name, type, span }: NamedVariable, why: string): readonly bigint[] {
  const size = cardinality(type);
  if (size === null) {
    return unsupported(
      `the integer '${name}' ${why}, and the dual engine takes finite domains only`,
      span,
      'initialise it, give it a range as in int[0..3], or take --engine abstract; --havoc-range is for --engine explicit',
    );
  }
  if (size > maxEnumerated) {
    return unsupported(
      `'${name}' ${why}: ${size} values are too many for the dual engine`,
      span,
      'give it a smaller range',
    );
  }
  const low = type.kind === 'range' ? type.lo : 0n;
  return Array.from({ length: Number(size) }, (_, i) => low + BigInt(i));
}
