import { crossedModels } from './crossed.js';
import type { CrossedRun, CrossingFault } from './crossed.js';

/** Properties that runs violate by a state: what a stronger model does a weaker one does, too. */
const ofStates = new Set(['invariant', 'final', 'assert', 'div', 'bounds', 'range']);

interface Answer {
  readonly verdict: string;
  readonly by: string;
}

const contradict = (stronger: Answer, weaker: Answer): boolean =>
  stronger.verdict === 'unsafe' && weaker.verdict === 'safe';

/** What was decided so far, and where answers to the same question contradict each other. */
export class Answers {
  readonly #known = new Map<string, Answer>();
  readonly faults: CrossingFault[] = [];
  #decided = 0;

  get decided(): number {
    return this.#decided;
  }

  hear({ document: { properties = [] } }: CrossedRun, question: string, model: string, by: string): void {
    const models: readonly string[] = crossedModels;
    const place = models.indexOf(model);
    for (const { name, kind, verdict } of properties) {
      if (verdict !== 'safe' && verdict !== 'unsafe') continue;
      this.#decided++;
      const answer = { verdict, by };
      for (const [i, other] of models.entries()) {
        const known = this.#known.get(`${question} ${other} ${name}`);
        if (known === undefined || (i !== place && !ofStates.has(kind))) continue;
        const isWrong =
          (i <= place && contradict(known, answer)) || (i >= place && contradict(answer, known));
        const what = `${name} is ${verdict}, but ${known.verdict} by ${known.by}`;
        if (isWrong) this.faults.push({ line: by, what });
      }
      const key = `${question} ${model} ${name}`;
      if (!this.#known.has(key)) this.#known.set(key, answer);
    }
  }
}
