import type { Interval } from '../../../../lang/expr/interval.js';
import { remembered } from '../../../../support/remembered.js';
import { exactLimit } from '../doubles.js';

/** A JavaScript expression and what is known of its value: a number for an integer, else a boolean. */
export interface JsCode {
  readonly code: string;
  readonly values: Interval;
  /** The values, of those in `errors`, that it may set `err` to; its value means nothing then. */
  readonly fails: number;
}

export const sure = (code: string, values: Interval): JsCode => ({ code, values, fails: 0 });

/** Values of `err`. The first error counts; evaluation goes on with a value that nobody uses. */
export const errors = { div: 1, bounds: 2, integerLimit: 4 } as const;

/** The functions that expressions call. */
export const expressionPrelude = `
let err = 0;
function lim() { if (err === 0) err = ${errors.integerLimit}; return 0; }
function oob() { if (err === 0) err = ${errors.bounds}; return 0; }
function dz() { if (err === 0) err = ${errors.div}; return 0; }
function exact(v) { return v >= ${-exactLimit} && v <= ${exactLimit} ? v : lim(); }
function low(a, m) { return a - Math.floor(a / m) * m; }
function quo(a, b) { return b === 0 ? dz() : (a - a % b) / b; }
function rem(a, b) { return b === 0 ? dz() : a % b; }
`;

/** Functions that generated code calls; equal ones are written once. */
export class Helpers {
  readonly #names = new Map<string, string>();

  /** The name of a function with these parameters and this body. */
  define(params: string, body: string): string {
    const text = `${params} {\n${body}\n}`;
    return remembered(this.#names, text, () => `help${this.#names.size}`);
  }

  source(): string {
    return [...this.#names].map(([text, name]) => `function ${name}${text}`).join('\n');
  }
}
