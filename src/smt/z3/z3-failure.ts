/** Z3 stopped without an answer: it ran out of memory, or of stack, or it failed. */
export class Z3Failure extends Error {
  override readonly name = 'Z3Failure';

  /** Final: it cannot be used any more. */
  constructor(readonly isFinal: boolean) {
    super('Z3 stopped without an answer');
  }
}

/** Null for errors that are not Z3's. */
export function asFailure(error: unknown): Z3Failure | null {
  if (error instanceof Z3Failure) return error;
  // What the machine that Z3 runs on throws is of other classes where code is loaded in contexts of its own.
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : null;
  // Z3's own exceptions arrive as plain numbers.
  return typeof error === 'number' || name === 'RuntimeError' || name === 'RangeError'
    ? new Z3Failure(true)
    : null;
}
