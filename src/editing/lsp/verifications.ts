import { askApart } from '../apart/ask-apart.js';
import type { ApartOutcome } from '../apart/ask-apart.js';
import { answerIn } from '../apart/answered-run.js';
import type { ToldAnswer } from '../apart/answered-run.js';

/** What is known of a text under a memory model. */
export type Verification =
  | { readonly kind: 'running'; readonly stop: () => void }
  | { readonly kind: 'answered'; readonly answer: ToldAnswer; readonly document: unknown }
  | { readonly kind: 'none'; readonly why: string };

export interface VerificationSettings {
  /** Of one run. */
  readonly timeoutSeconds: number;
  readonly memoryMB: number;
}

/** The runs that were asked for, and what came of them, until their text changes. */
export class Verifications {
  readonly #byUri = new Map<string, Map<string, Verification>>();

  constructor(private readonly changed: () => void) {}

  of(uri: string, model: string): Verification | null {
    return this.#byUri.get(uri)?.get(model) ?? null;
  }

  all(uri: string): ReadonlyMap<string, Verification> {
    return this.#byUri.get(uri) ?? new Map();
  }

  /** The text is another one now, or gone: what was said of it is no more. */
  forget(uri: string): void {
    const known = this.#byUri.get(uri);
    if (known === undefined) return;
    this.#byUri.delete(uri);
    for (const each of known.values()) if (each.kind === 'running') each.stop();
    this.changed();
  }

  /** Ends all that runs. */
  close(): void {
    for (const uri of this.#byUri.keys()) this.forget(uri);
  }

  /** Asks again, and stops what was asked before. */
  async run(
    text: { readonly uri: string; readonly path: string; readonly text: string },
    model: string,
    settings: VerificationSettings,
    signal: AbortSignal,
  ): Promise<Verification> {
    const before = this.of(text.uri, model);
    if (before?.kind === 'running') before.stop();
    const own = new AbortController();
    const running: Verification = { kind: 'running', stop: () => own.abort() };
    this.#set(text.uri, model, running);
    const { timeoutSeconds, memoryMB } = settings;
    const outcome = await askApart(
      {
        ...{ kind: 'verify', path: text.path, text: text.text },
        options: { model, timeout: timeoutSeconds, memory: memoryMB },
      },
      { timeoutSeconds, memoryMB, signal: AbortSignal.any([signal, own.signal]) },
    );
    const result = verificationOf(outcome);
    // Unless it was forgotten, or asked anew.
    if (this.of(text.uri, model) === running) this.#set(text.uri, model, result);
    return result;
  }

  #set(uri: string, model: string, verification: Verification): void {
    const known = this.#byUri.get(uri) ?? new Map<string, Verification>();
    known.set(model, verification);
    this.#byUri.set(uri, known);
    this.changed();
  }
}

function verificationOf(outcome: ApartOutcome): Verification {
  switch (outcome.kind) {
    case 'failed':
      return { kind: 'none', why: outcome.message };
    case 'stopped':
      return { kind: 'none', why: outcome.why === 'timeout' ? 'the time is up' : 'stopped' };
    case 'document': {
      const answer = answerIn(outcome.document);
      return answer === null
        ? { kind: 'none', why: 'there is no answer' }
        : { kind: 'answered', answer, document: outcome.document };
    }
  }
}

/** In a few words. */
export function verificationText(model: string, verification: Verification): string {
  const name = model.toUpperCase();
  switch (verification.kind) {
    case 'running':
      return `${name}: running... (stop)`;
    case 'none':
      return `${name}: ${verification.why.split('\n')[0] ?? ''}`;
    case 'answered':
      return `${name}: ${answerText(verification.answer)}`;
  }
}

function answerText({ verdict, reason, properties, errors, seconds }: ToldAnswer): string {
  const violated = properties.filter((property) => property.verdict === 'unsafe').map(({ name }) => name);
  const time = seconds === null ? '' : ` (${seconds.toFixed(seconds < 10 ? 2 : 0)} s)`;
  switch (verdict) {
    case 'safe':
      return `safe${time}`;
    case 'unsafe':
      return `unsafe: ${violated.join(', ')}${time}`;
    case 'unknown':
      return `unknown: ${reason ?? ''}${time}`;
    case null:
      return errors[0] ?? reason ?? 'no answer';
  }
}
