import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { noRun, wallSeconds } from './strategies-run.js';
import type { StrategyQuestion, StrategyRun } from './strategies-run.js';

const script = resolve('dist/tools/bench/strategies-worker.js');
/** What a run may take beyond its limit: a query to Z3 does not look at the clock. */
const patience = 5;
const starting = 120;
/** Z3 gives no memory back, so that after so many runs there is a new process. */
const mostRuns = 300;

/** A process that runs one question after another. If it does not answer in time, or ends, there is a new one. */
export class StrategyProcess {
  #child: ChildProcess | null = null;
  #runs = 0;

  async run(question: StrategyQuestion): Promise<StrategyRun> {
    if (this.#runs++ % mostRuns === 0) this.close();
    if (this.#child === null) {
      this.#child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      if ((await this.#answer(starting)) === null) return this.#lost('the process did not start');
    }
    this.#child.send(question);
    const answer = await this.#answer(wallSeconds(question.seconds) + patience);
    return answer !== null && typeof answer === 'object' ? answer : this.#lost('ended', question.seconds);
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #lost(reason: string, seconds = 0): StrategyRun {
    this.close();
    return { ...noRun, verdict: 'unknown', reason, cpuSeconds: seconds };
  }

  /** Null: there was none in time. */
  #answer(seconds: number): Promise<StrategyRun | 'ready' | null> {
    const child = this.#child;
    return new Promise((answer) => {
      const end = (message: StrategyRun | 'ready' | null): void => {
        clearTimeout(timer);
        child?.removeAllListeners();
        answer(message);
      };
      const timer = setTimeout(() => end(null), seconds * 1000);
      child?.on('message', end).on('exit', () => end(null));
    });
  }
}
