import { toAutomata } from '../../passes/pipelines.js';
import type { PartialOrderRules } from '../../src/engines/shared/packed/por/partial-orders.js';
import { allRules } from '../../src/engines/shared/packed/por/partial-orders.js';
import { Unsupported } from '../../src/diagnostics/diagnostic.js';
import { printProgram } from '../../src/lang/program/print.js';
import type { Program } from '../../src/lang/program/program.js';
import type { Bound } from '../../src/memory/bound.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { pso } from '../../src/memory/pso.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { tsoN } from '../../src/memory/tso-n.js';
import { runPipeline } from '../../src/pass/run-pipeline.js';
import { compareReduced } from '../../test/support/por/compare-reduced.js';
import { watchedProgram } from '../../test/support/por/watched-program.js';
import { shrinkProgram } from '../../test/support/generate/shrink-program.js';
import { Random } from '../../test/support/random.js';

interface OrderQuestion {
  readonly model: MemoryModel;
  readonly bound: Bound | null;
}

const questions: readonly OrderQuestion[] = [
  { model: sc, bound: null },
  { model: tso, bound: null },
  { model: tso, bound: { all: 1 } },
  { model: pso, bound: null },
  { model: pso, bound: { all: 1 } },
  { model: tsoN(1), bound: null },
  { model: tsoN(2, 'own'), bound: null },
];

const nameOf = ({ model, bound }: OrderQuestion): string =>
  bound !== null && 'all' in bound ? `${model.name} with bound ${bound.all}` : model.name;

export interface OrderTally {
  compared: number;
  capped: number;
  states: number;
  reducedStates: number;
  readonly complaints: { readonly seed: number; readonly about: string; readonly program: Program }[];
}

/** Each program under each model, with orders of steps left out and without. */
export async function tallyOrders(
  count: number,
  firstSeed: number,
  rules: PartialOrderRules = allRules,
  heard: (tally: OrderTally) => void = () => undefined,
): Promise<OrderTally> {
  const tally: OrderTally = { compared: 0, capped: 0, states: 0, reducedStates: 0, complaints: [] };
  for (let seed = firstSeed; tally.compared < count; seed++) {
    const program = watchedProgram(new Random(seed));
    let capped = false;
    for (const question of questions) {
      const found = await comparedUnder(program, question, rules);
      capped ||= found.capped;
      tally.states += found.states;
      tally.reducedStates += found.reducedStates;
      for (const complaint of found.complaints)
        tally.complaints.push({ seed, about: `${nameOf(question)}: ${complaint}`, program });
    }
    if (capped) tally.capped++;
    tally.compared++;
    heard(tally);
  }
  return tally;
}

async function comparedUnder(program: Program, { model, bound }: OrderQuestion, rules: PartialOrderRules) {
  try {
    const { system } = runPipeline(toAutomata, program, { procs: 2, model });
    return await compareReduced(system, model, bound, rules);
  } catch (error) {
    if (error instanceof Unsupported) return { complaints: [], capped: true, states: 0, reducedStates: 0 };
    throw error;
  }
}

export async function fuzzPor(count: number, seed: number): Promise<boolean> {
  const tally = await tallyOrders(count, seed, allRules, ({ compared, complaints }) => {
    if (compared % 100 === 0) process.stderr.write(`${compared} compared, ${complaints.length} wrong\n`);
  });
  const [first] = tally.complaints;
  if (first !== undefined) await show(first.seed, first.program);
  const { complaints, states, reducedStates } = tally;
  process.stdout.write(
    [
      `programs compared: ${tally.compared} (${tally.capped} with too many states under some model)`,
      `states: ${states}, with orders left out ${reducedStates}`,
      `disagreements: ${complaints.length}`,
      '',
    ].join('\n'),
  );
  return complaints.length === 0 && reducedStates < 0.8 * states;
}

async function show(seed: number, program: Program): Promise<void> {
  const wrong = async (candidate: Program): Promise<boolean> => {
    for (const question of questions)
      if ((await comparedUnder(candidate, question, allRules)).complaints.length > 0) return true;
    return false;
  };
  const small = await shrinkProgram(program, wrong);
  process.stdout.write(`seed ${seed}\n${printProgram(small)}\n`);
  for (const question of questions)
    for (const complaint of (await comparedUnder(small, question, allRules)).complaints)
      process.stdout.write(`${nameOf(question)}: ${complaint}\n`);
}
