import { codes } from './codes.js';
import type { DiagnosticCode, Severity } from './codes.js';
import { originOf } from './span.js';
import type { Span } from './span.js';

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Null for what concerns no place in a text: a missing file, a wrong option. */
  readonly span: Span | null;
  readonly message: string;
  /** A fix or a hint, shown below the caret. */
  readonly note: string | null;
}

export const diagnosticOf = (
  code: DiagnosticCode,
  span: Span | null,
  message: string,
  note: string | null = null,
): Diagnostic => ({ code, severity: codes[code].severity, span, message, note });

/** Looking for more errors than this helps nobody. */
const maxLookedFor = 100;

/** Collects what is wrong with an input, in any order; reads back sorted by place. */
export class DiagnosticBag {
  readonly #items: Diagnostic[] = [];
  #errors = 0;

  report(code: DiagnosticCode, span: Span | null, message: string, note: string | null = null): void {
    this.add(diagnosticOf(code, span, message, note));
  }

  add(diagnostic: Diagnostic): void {
    this.#items.push(diagnostic);
    if (diagnostic.severity === 'error') this.#errors++;
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  /** There are so many errors that whoever looks for more may stop. */
  get isFull(): boolean {
    return this.#errors >= maxLookedFor;
  }

  errors(): readonly Diagnostic[] {
    return this.sorted().filter((d) => d.severity === 'error');
  }

  warnings(): readonly Diagnostic[] {
    return this.sorted().filter((d) => d.severity === 'warning');
  }

  /** By place; the same message at the same place once. */
  sorted(): readonly Diagnostic[] {
    const seen = new Set<string>();
    return this.#items
      .map((diagnostic) => ({ diagnostic, offset: originOf(diagnostic.span)?.start ?? -1 }))
      .sort((a, b) => a.offset - b.offset)
      .filter(({ diagnostic, offset }) => {
        const key = `${offset}:${diagnostic.message}`;
        return !seen.has(key) && seen.add(key) !== undefined;
      })
      .map(({ diagnostic }) => diagnostic);
  }

  /** Ends the work if anything collected is an error; warnings can wait. */
  throwIfErrors(): void {
    if (this.hasErrors) throw new InputError(this.errors());
  }
}

/** What is asked makes no sense for what it is asked of: exit code 2, reason `usage`. */
export class WrongQuestion extends Error {
  override readonly name = 'WrongQuestion';
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.message ?? 'bad usage');
  }
}

export function wrongQuestion(message: string, span: Span | null = null, note: string | null = null): never {
  throw new WrongQuestion([diagnosticOf('E006', span, message, note)]);
}

/** The command line is wrong: exit code 2, reason `usage`. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(
    message: string,
    readonly note: string | null = null,
  ) {
    super(message);
  }
}

/** The user's input is wrong: exit code 2, reason `input`. */
export class InputError extends Error {
  override readonly name = 'InputError';
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.message ?? 'bad input');
  }
}

/** The input is right, but this engine or command does not handle it: exit code 2, reason `unsupported`. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
  readonly diagnostic: Diagnostic;
  constructor(
    message: string,
    span: Span | null = null,
    note: string | null = null,
    code: DiagnosticCode = 'E501',
  ) {
    super(message);
    this.diagnostic = diagnosticOf(code, span, message, note);
  }
}

export function unsupported(message: string, span: Span | null = null, note: string | null = null): never {
  throw new Unsupported(message, span, note);
}
