import type { PlaygroundAnswer, PlaygroundRequest, PlaygroundNews } from './playground-messages.js';

export type ClientAnswer =
  | PlaygroundAnswer
  | { readonly kind: 'stopped' }
  /** The worker has ended by a fault, or did not keep to its time. */
  | { readonly kind: 'lost'; readonly message: string };

interface PendingRequest {
  readonly id: number;
  readonly end: (answer: ClientAnswer) => void;
  readonly progress: (phase: string, states: number) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** What a worker gets besides its own limit, before it is ended from outside: reading and one long query do not look at the clock. */
const graceMs = 2000;

/** One request at a time, by a worker that can be ended at any moment: then the next one begins with a fresh worker. */
export class WorkerClient {
  /** Null: the last one is lost, and nobody has asked since. */
  #worker: Worker | null;
  #pending: PendingRequest | null = null;
  #count = 0;

  constructor(private readonly start: () => Worker) {
    this.#worker = this.#begin();
  }

  get isBusy(): boolean {
    return this.#pending !== null;
  }

  /** What was asked before and has no answer yet is stopped. */
  ask(
    request: Omit<PlaygroundRequest, 'id'>,
    progress: PendingRequest['progress'] = () => undefined,
  ): Promise<ClientAnswer> {
    this.stop();
    const id = ++this.#count;
    const limitMs = request.choices.timeout * 1000 + graceMs;
    const late = 'the time is up, and the engine did not stop by itself';
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#lose(late), limitMs);
      this.#pending = { id, end: resolve, progress, timer };
      this.#worker ??= this.#begin();
      this.#worker.postMessage({ ...request, id });
    });
  }

  /** Ends the work, if there is any, and has a worker ready for what comes next. */
  stop(): void {
    if (this.#pending !== null) this.renew();
  }

  /** The same, with a new worker in any case: it has forgotten what it could not have. */
  renew(): void {
    this.#worker?.terminate();
    this.#worker = this.#begin();
    this.#finish({ kind: 'stopped' });
  }

  #begin(): Worker {
    const worker = this.start();
    worker.addEventListener('message', ({ data }: MessageEvent<PlaygroundNews>) => this.#hear(data));
    worker.addEventListener('error', (event: ErrorEvent | Event) => {
      event.preventDefault();
      // An event without a message is that of a program that did not come.
      const message = 'message' in event ? event.message : 'its program could not be loaded';
      if (worker === this.#worker) this.#lose(message);
    });
    return worker;
  }

  #hear(news: PlaygroundNews): void {
    const pending = this.#pending;
    if (pending?.id !== news.id) return;
    if (news.kind === 'progress') pending.progress(news.phase, news.states);
    else this.#finish(news.answer);
  }

  /** The next worker is started by the next request: one that cannot begin is not to be started for ever. */
  #lose(message: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish({ kind: 'lost', message });
  }

  #finish(answer: ClientAnswer): void {
    const pending = this.#pending;
    if (pending === null) return;
    this.#pending = null;
    clearTimeout(pending.timer);
    pending.end(answer);
  }
}
