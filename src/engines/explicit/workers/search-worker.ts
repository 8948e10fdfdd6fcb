import { parentPort } from 'node:worker_threads';
import { delivered } from '../../shared/generated-code.js';
import { StepChooser } from '../../shared/packed/por/step-chooser.js';
import { StateStore } from '../../shared/state-store.js';
import { at, invariant } from '../../../support/invariant.js';
import { Barrier } from './barrier.js';
import { halts, idBatch, slots } from './control.js';
import type { CodeParts, Order, Report, WorkerStart } from './crew-messages.js';
import { RoundWork } from './round-work.js';
import type { WorkerCode } from './shared-code.js';
import { WorkerNews } from './worker-news.js';
import { WorkerTable } from './worker-table.js';

/** One worker of a search: what it is told to do, it does without a pause, and looks at shared memory for whether to stop. */
class SearchWorker {
  readonly #table: WorkerTable;
  readonly #news: WorkerNews;
  readonly #work: RoundWork;
  readonly #barrier: Barrier;
  #code: WorkerCode | null = null;

  constructor(private readonly start: WorkerStart) {
    this.#table = new WorkerTable(start.control);
    this.#news = new WorkerNews(start, this.#table, () => this.#compiled.expanded());
    this.#barrier = new Barrier(start.control, start.workers);
    this.#work = new RoundWork(start, this.#table, this.#news, this.#barrier, () => this.#compiled);
  }

  follow({ job, table, code }: Order): Report {
    if (table !== undefined) this.#table.take(table);
    if (code !== undefined) this.#compile(code);
    this.#code?.refresh();
    if (job === 'expand') this.#work.expand();
    else this.#fill();
    return { news: this.#news.taken() };
  }

  /**
   * Enters all states into an empty table. Each worker has a part of it to itself, and so needs no atomic access; what runs
   * over into the next part is entered when the parts are done.
   */
  #fill(): void {
    const { me, workers, control } = this.start;
    const { used, table } = this.#table;
    const code = this.#compiled;
    const partOf = (worker: number): number => Math.floor((table.length * worker) / workers);
    const late: number[] = [];
    for (let batch = 0; batch * idBatch < Atomics.load(control, slots.reserved); batch++) {
      const first = batch * idBatch;
      code.enter(first, first + at(used, batch), partOf(me), partOf(me + 1), late);
      if ((Atomics.load(control, slots.halt) & halts.asked) !== 0) break;
    }
    this.#barrier.meet();
    for (const id of late) code.enterLate(id);
  }

  get #compiled(): WorkerCode {
    invariant(this.#code !== null, 'there is code before there is work');
    return this.#code;
  }

  #compile(parts: CodeParts): void {
    const { live, reached, memoryLimit } = this.start;
    const M = new StateStore(parts.insideWords, memoryLimit);
    const { orders } = parts;
    const choose = orders === null ? undefined : new StepChooser(orders);
    const before = this.#code;
    this.#code = delivered<WorkerCode>(
      parts.source,
      { S: this.#table, M, G: undefined, live, reached, env: this.#news, orders, choose, ...parts.scope },
      [],
    );
    this.#news.reads(parts);
    this.#work.replaced(before);
  }
}

const port = parentPort;
invariant(port !== null, 'this runs as a worker');
port.once('message', (start: WorkerStart) => {
  const worker = new SearchWorker(start);
  port.on('message', (order: Order) => port.postMessage(worker.follow(order)));
});
port.postMessage('ready');
