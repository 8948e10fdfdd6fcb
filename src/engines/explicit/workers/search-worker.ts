import { parentPort, workerData } from 'node:worker_threads';
import { delivered } from '../../shared/generated-code.js';
import { StateStore } from '../../shared/state-store.js';
import { invariant } from '../../../support/invariant.js';
import { halts, slots } from './control.js';
import type { CodeParts, Order, Report, WorkerStart } from './messages.js';
import { RoundWork } from './round-work.js';
import type { WorkerCode } from './shared-code.js';
import { WorkerNews } from './worker-news.js';
import { WorkerTable } from './worker-table.js';

/** One worker of a search: what it is told to do, it does without a pause, and looks at shared memory for whether to stop. */
class SearchWorker {
  readonly #table: WorkerTable;
  readonly #news: WorkerNews;
  readonly #work: RoundWork;
  #code: WorkerCode | null = null;

  constructor(private readonly start: WorkerStart) {
    this.#table = new WorkerTable(start.control);
    this.#news = new WorkerNews(start, this.#table, () => this.#compiled.expanded());
    this.#work = new RoundWork(start, this.#table, this.#news, () => this.#compiled);
  }

  follow({ job, table, code }: Order): Report {
    if (table !== undefined) this.#table.take(table);
    if (code !== undefined) this.#compile(code);
    this.#code?.refresh();
    if (job === 'expand') this.#work.expand();
    else this.#fill();
    return { news: this.#news.taken() };
  }

  #fill(): void {
    const { me, workers, firstIds, control } = this.start;
    const firstOf = (worker: number): number => Math.floor((firstIds * worker) / workers);
    this.#table.fill(
      firstOf(me),
      firstOf(me + 1),
      () => (Atomics.load(control, slots.halt) & halts.asked) === 0,
    );
  }

  get #compiled(): WorkerCode {
    invariant(this.#code !== null, 'there is code before there is work');
    return this.#code;
  }

  #compile(parts: CodeParts): void {
    const { live, reached, memoryLimit } = this.start;
    const M = new StateStore(parts.insideWords, memoryLimit);
    const before = this.#code;
    this.#code = delivered<WorkerCode>(
      parts.source,
      { S: this.#table, M, G: undefined, live, reached, env: this.#news },
      [],
    );
    this.#news.reads(parts);
    this.#work.replaced(before);
  }
}

const port = parentPort;
invariant(port !== null, 'this runs as a worker');
// What the main thread hands over is a WorkerStart, and then Orders.
const start: WorkerStart = workerData;
const worker = new SearchWorker(start);
port.on('message', (order: Order) => port.postMessage(worker.follow(order)));
