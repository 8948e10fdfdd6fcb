import { toAutomata } from '../../../passes/pipelines.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { Random, generateProgram, memoryOptions } from '../generate/generate-program.js';
import { exploreEverything } from '../plain/exhaustive.js';
import { checkedTelling } from './check-told.js';
import { randomOutcome, randomViolation } from './random-violations.js';

export interface ComparedTelling {
  readonly complaints: readonly string[];
  readonly folded: number;
  /** How many runs are blamed on what. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Runs that violate what holds under SC, and those of them of which nothing is said. */
  readonly weak: number;
  readonly unexplained: number;
}

const options = { ...memoryOptions, depth: 1, properties: true, statements: 6 };
const mostStates = 1000;

/** Random runs of so many generated programs, and what is told of them. */
export function compareTold(model: MemoryModel, count: number, seed: number): ComparedTelling {
  const random = new Random(seed);
  const complaints: string[] = [];
  const kinds: Record<string, number> = {};
  let [folded, weak, unexplained] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const { reference } = runPipeline(toAutomata, generateProgram(random, options), { procs: null, model });
    const machine = new Machine(reference, model);
    for (const find of [randomViolation, randomOutcome, randomOutcome, randomOutcome]) {
      const found = find(machine, random);
      if (found === null) continue;
      const { execution, property } = found;
      const told = checkedTelling(machine, execution, property, random);
      complaints.push(...told.complaints.map((text) => `program ${i}: ${text}`));
      const kind = told.trace.blame?.kind ?? 'none';
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      folded += told.trace.steps.filter(({ aside }) => aside === 'unneeded').length;
      const plain = exploreEverything(new Machine({ ...reference, properties: [property] }, sc), mostStates);
      if (plain === null) continue;
      const isUnderSc = plain.violated.has(property.name);
      if (kind === 'sc' && !isUnderSc)
        complaints.push(`program ${i}: ${property.name} holds under SC, whatever is said`);
      if (!isUnderSc) weak++;
      if (!isUnderSc && kind === 'none') unexplained++;
    }
  }
  return { complaints, folded, kinds, weak, unexplained };
}
