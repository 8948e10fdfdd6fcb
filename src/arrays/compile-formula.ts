import type { Span } from '../diagnostics/span.js';
import type {
  ArrayFormula,
  ArrayTerm,
  ArrayCompareOp,
  Linear,
  ProcTerm,
} from '../lang/arrays/array-system.js';
import { assertNever, at, invariant } from '../support/invariant.js';
import type { ArrayInstance } from './instance.js';
import type { ArrayValue, Truth } from './array-values.js';
import { free, no, scaledNumber, unsure, yes } from './array-values.js';

/** Memory as everybody (0) and each process (from 1) sees it. */
export type Views = readonly (readonly ArrayValue[])[];

export type CompiledTest = (views: Views) => Truth;
export type CellReading = (views: Views) => ArrayValue;

/** Known without looking at a state, or to be computed. */
export type CompiledCode<T> = { readonly fixed: T } | { readonly run: (views: Views) => T };

/** Where the last answer `unsure` came from: a free value, and what it was compared with. */
export interface UnsureSource {
  view: number;
  slot: number;
  /** The value that it would have to have to be equal; null: there is none. */
  equal: ArrayValue | null;
}

/** Who the variables of a formula are, and whose view cells without a view of their own are read in. */
export interface Binding {
  readonly procs: readonly number[];
  readonly view: number;
}

/** Formulas and terms as functions of a state: as direct as the text, but that a free value makes the answer `unsure`. */
export class Compiler {
  readonly blame: UnsureSource = { view: 0, slot: -1, equal: null };
  /** The slots that what was compiled may look at; who wants to know of one thing clears it before. */
  readonly reads = new Set<number>();

  constructor(
    private readonly instance: ArrayInstance,
    /** `i@X` is what memory holds where there are no buffers. */
    private readonly hasViews: boolean,
  ) {}

  test(formula: ArrayFormula, binding: Binding): CompiledCode<Truth> {
    switch (formula.kind) {
      case 'compare':
        return this.#compare(formula, binding);
      case 'and':
        return conjunction(formula.parts.map((part) => this.test(part, binding)));
      case 'or':
        return negation(conjunction(formula.parts.map((part) => negation(this.test(part, binding)))));
      case 'not':
        return negation(this.test(formula.part, binding));
      default:
        return assertNever(formula);
    }
  }

  term(term: ArrayTerm, binding: Binding, span: Span): CompiledCode<ArrayValue> {
    switch (term.kind) {
      case 'constructor':
        return { fixed: term.index };
      case 'proc':
        return { fixed: procOf(term.proc, binding) };
      case 'cell': {
        const place = this.place(term, binding);
        return term.plus === null ? readAt(place) : sum(readAt(place), this.#linear(term.plus, span));
      }
      case 'number':
        return this.#linear(term.value, span);
      default:
        return assertNever(term);
    }
  }

  /** Which cell a term reads, in whose view. */
  place(term: Extract<ArrayTerm, { kind: 'cell' }>, binding: Binding): { view: number; slot: number } {
    const indices = term.indices.map((proc) => procOf(proc, binding));
    const slot = this.instance.slot(term.symbol, indices);
    this.reads.add(slot);
    const view = term.view === null ? binding.view : procOf(term.view, binding);
    return { view: this.hasViews && this.instance.symbol(term.symbol).weak ? view : 0, slot };
  }

  #linear(number: Linear, span: Span): CompiledCode<ArrayValue> {
    const start: CompiledCode<ArrayValue> = { fixed: scaledNumber(number, this.instance.scale, span) };
    return number.constants.reduce<CompiledCode<ArrayValue>>((total, { symbol, factor }) => {
      const slot = this.instance.slot(symbol, []);
      this.reads.add(slot);
      return sum(total, times(readAt({ view: 0, slot }), Number(factor)));
    }, start);
  }

  #compare(
    { op, left, right, span }: Extract<ArrayFormula, { kind: 'compare' }>,
    binding: Binding,
  ): CompiledCode<Truth> {
    const a = this.term(left, binding, span);
    const b = this.term(right, binding, span);
    const compare = comparisons[op];
    if ('fixed' in a && 'fixed' in b) return { fixed: compare(a.fixed, b.fixed) ? yes : no };
    const readA = asRead(a);
    const readB = asRead(b);
    const blameA = this.#blamer(left, binding, span);
    const blameB = this.#blamer(right, binding, span);
    return {
      run: (views) => {
        const x = readA(views);
        const y = readB(views);
        if (x <= free) return blameA(views, y);
        if (y <= free) return blameB(views, x);
        return compare(x, y) ? yes : no;
      },
    };
  }

  /** Says which free cell a term depends on that is free. */
  explain(term: ArrayTerm, binding: Binding, span: Span): (views: Views) => void {
    const blame = this.#blamer(term, binding, span);
    return (views) => void blame(views, free);
  }

  /** Notes which free cell a term depends on, given the value on the other side. */
  #blamer(term: ArrayTerm, binding: Binding, span: Span): (views: Views, other: ArrayValue) => Truth {
    const { blame } = this;
    if (term.kind !== 'cell' && term.kind !== 'number') return () => unsure;
    const plus = term.kind === 'cell' ? term.plus : term.value;
    const added = plus === null ? null : asRead(this.#linear(plus, span));
    const constants = plus?.constants ?? [];
    const slots = constants.map(({ symbol }) => this.instance.slot(symbol, []));
    const place = term.kind === 'cell' ? this.place(term, binding) : null;
    // `Tick`, alone on its side, or `Tick + 1`.
    const alone = place === null && plus !== null && constants.length === 1 && constants[0]?.factor === 1n;
    const beside = alone ? scaledNumber({ ...plus, constants: [] }, this.instance.scale, span) : null;
    return (views, other) => {
      const offset = added === null ? 0 : added(views);
      const constant = slots.find((slot) => at(at(views, 0), slot) <= free);
      if (constant !== undefined) {
        const equal = beside === null || other <= free ? null : other - beside;
        Object.assign(blame, { view: 0, slot: constant, equal });
      } else if (place !== null) {
        Object.assign(blame, { ...place, equal: other <= free ? null : other - offset });
      }
      return unsure;
    };
  }
}

export function procOf(proc: ProcTerm, { procs }: Binding): number {
  return proc.kind === 'fixed' ? proc.number : at(procs, proc.index);
}

const comparisons: Readonly<Record<ArrayCompareOp, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

export const asRead = (code: CompiledCode<ArrayValue>): CellReading =>
  'run' in code ? code.run : () => code.fixed;

export const asTest = (code: CompiledCode<Truth>): CompiledTest =>
  'run' in code ? code.run : () => code.fixed;

/** Reads the cell; a view always has all cells. */
const readAt = ({ view, slot }: { view: number; slot: number }): CompiledCode<ArrayValue> => {
  invariant(slot >= 0, 'a cell has a place');
  return { run: (views) => views[view]?.[slot] ?? free };
};

/** A sum with a free part is free. */
function sum(a: CompiledCode<ArrayValue>, b: CompiledCode<ArrayValue>): CompiledCode<ArrayValue> {
  if ('fixed' in a && 'fixed' in b) return { fixed: a.fixed + b.fixed };
  const [readA, readB] = [asRead(a), asRead(b)];
  return {
    run: (views) => {
      const x = readA(views);
      const y = readB(views);
      return x <= free || y <= free ? free : x + y;
    },
  };
}

function times(code: CompiledCode<ArrayValue>, factor: number): CompiledCode<ArrayValue> {
  const read = asRead(code);
  return {
    run: (views) => {
      const x = read(views);
      return x <= free ? free : x * factor;
    },
  };
}

export function conjunction(parts: readonly CompiledCode<Truth>[]): CompiledCode<Truth> {
  const tests: CompiledTest[] = [];
  for (const part of parts) {
    if ('run' in part) tests.push(part.run);
    else if (part.fixed === no) return { fixed: no };
  }
  const [first, second] = tests;
  if (first === undefined) return { fixed: yes };
  if (second === undefined) return { run: first };
  return {
    run: (views) => {
      let all: Truth = yes;
      for (const test of tests) {
        const truth = test(views);
        if (truth === no) return no;
        if (truth === unsure) all = unsure;
      }
      return all;
    },
  };
}

const opposite = (truth: Truth): Truth => (truth === unsure ? unsure : truth === yes ? no : yes);

export function negation(code: CompiledCode<Truth>): CompiledCode<Truth> {
  if ('fixed' in code) return { fixed: opposite(code.fixed) };
  const test = code.run;
  return { run: (views) => opposite(test(views)) };
}
