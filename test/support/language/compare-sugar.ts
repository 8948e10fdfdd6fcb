import { toAutomata } from '../../../passes/pipelines.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitResult, ObservedVariable } from '../../../src/engines/explicit/explore.js';
import type { Program } from '../../../src/lang/program/program.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { mainModels } from '../../../src/memory/index.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { warnedFp } from '../parse-fp.js';
import { Random } from '../random.js';
import { generateSugar } from './generate-sugar.js';
import { madePrefix, printPlain } from './print-plain.js';
import { printSugar } from './print-sugar.js';

export interface SugarTally {
  readonly programs: number;
  /** Too many states under some model. */
  readonly capped: number;
  readonly unsafe: number;
  readonly states: number;
  readonly complaints: readonly string[];
}

/** Programs of consecutive seeds, as they are and as what they stand for: the same verdicts, final states and number of states. */
export async function tallySugar(count: number, firstSeed: number): Promise<SugarTally> {
  let tally: SugarTally = { programs: 0, capped: 0, unsafe: 0, states: 0, complaints: [] };
  for (let seed = firstSeed; tally.programs < count; seed++) {
    const sugar = generateSugar(new Random(seed));
    const texts = [printSugar(sugar), printPlain(sugar)] as const;
    const found = await compared(texts[0], texts[1]);
    tally = {
      programs: tally.programs + 1,
      capped: tally.capped + (found.capped ? 1 : 0),
      unsafe: tally.unsafe + (found.unsafe ? 1 : 0),
      states: tally.states + found.states,
      complaints: [
        ...tally.complaints,
        ...(found.complaint === null ? [] : [`seed ${seed}: ${found.complaint}\n${texts.join('\n')}`]),
      ],
    };
  }
  return tally;
}

interface Compared {
  readonly capped: boolean;
  readonly unsafe: boolean;
  readonly states: number;
  readonly complaint: string | null;
}

async function compared(sugared: string, plain: string): Promise<Compared> {
  const programs = [warnedFp(sugared).program, withMadeLabels(warnedFp(plain).program)] as const;
  let states = 0;
  let unsafe = false;
  for (const model of mainModels) {
    const [one, other] = [await explored(programs[0], model), await explored(programs[1], model)];
    if (one.incomplete !== null || other.incomplete !== null)
      return { capped: true, unsafe, states, complaint: null };
    const [said, meant] = [told(one), told(other)];
    states += one.stats.states;
    unsafe ||= [...one.verdicts.values()].some(({ kind }) => kind === 'unsafe');
    if (said !== meant)
      return {
        capped: false,
        unsafe,
        states,
        complaint: `under ${model.name}\n${said}\nbut as it is meant\n${meant}`,
      };
  }
  return { capped: false, unsafe, states, complaint: null };
}

/** Labels that were made by hand take no step that others do not take. */
const withMadeLabels = (program: Program): Program => ({
  ...program,
  threads: program.threads.map((thread) => {
    const labels = [...everyStatement(thread.body)].flatMap((stmt) => stmt.labels);
    return { ...thread, madeLabels: labels.filter((label) => label.startsWith(madePrefix)) };
  }),
});

const commonLocals: ReadonlySet<string> = new Set(['r', 's']);

function explored(program: Program, model: MemoryModel): Promise<ExplicitResult> {
  const { system } = runPipeline(toAutomata, program, { procs: null, model });
  const locals = system.locals.filter(({ name }) => commonLocals.has(name));
  const collectFinals: readonly ObservedVariable[] = [
    ...system.shared.map(({ id }) => ({ kind: 'shared', shared: id }) as const),
    ...locals.map(({ id }) => ({ kind: 'local', local: id }) as const),
  ];
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: 4 };
  return exploreExplicit(
    { system, model, properties: system.properties, limits, progress: () => undefined },
    { bound: null, havocRange: null, reductions: true, collectFinals },
  );
}

function told({ verdicts, finals, stats }: ExplicitResult): string {
  const said = [...verdicts].map(([name, { kind }]) => `${name} ${kind}`).sort();
  const ends = finals.map((values) => values.join()).sort();
  return `${said.join(', ')}; ${stats.states} states; ends ${ends.join(' ')}`;
}
