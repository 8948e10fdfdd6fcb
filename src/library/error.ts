import { renderDiagnostics } from '../diagnostics/render.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Reason } from '../ask/report.js';
import { failureOf } from './failure-of.js';
import { TransformLimit } from './transform-limit.js';

/** Why a call came to nothing: what is thrown by all functions of the library. */
export class FencepostError extends Error {
  override readonly name = 'FencepostError';
  constructor(
    /** `usage` (the options), `input` (the file), `unsupported`, `timeout`, `memory`, `interrupted`, `bug`. */
    readonly reason: Reason,
    /** What is wrong, each with its place in the text, if it has one. */
    readonly diagnostics: readonly Diagnostic[],
    message: string,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** The result of the work, or what is thrown for the error that ended it. */
export async function answered<T>(file: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FencepostError) throw error;
    if (error instanceof TransformLimit) throw new FencepostError(error.reason, [], error.message, error);
    const { reason, diagnostics } = failureOf(error);
    const where = reason === 'input' || reason === 'unsupported' ? file : null;
    throw new FencepostError(reason, diagnostics, renderDiagnostics(diagnostics, where), error);
  }
}
