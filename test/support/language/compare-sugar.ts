import { toAutomata } from '../../../passes/pipelines.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { ExplicitResult, ObservedVariable } from '../../../src/engines/explicit/explore.js';
import type { Program } from '../../../src/lang/program/program.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { mainModels } from '../../../src/memory/index.js';
import type { System } from '../../../src/lang/program/system.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { warnedFp } from '../parse-fp.js';
import { Random } from '../random.js';
import { printProgram } from '../../../src/lang/program/print.js';
import { at } from '../../../src/support/invariant.js';
import { generateSugar } from './generate-sugar.js';
import { everyStmt, madePrefix, printPlain } from './print-plain.js';
import { printSugar } from './print-sugar.js';
import type { SugarProgram } from './sugar.js';

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
    const found = await compared(
      texts[0],
      texts[1],
      takesSameSteps(sugar),
      at(mainModels, seed % mainModels.length),
    );
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

/** Looking for cells takes steps that are no others by hand. */
const takesSameSteps = ({ forms, threads }: SugarProgram): boolean =>
  forms.rows !== 'row' &&
  threads.every(({ body }) => everyStmt(body).every(({ kind }) => kind !== 'pick' && kind !== 'put'));

/** The programs, and under one model what the first is when it was printed and read again. */
async function compared(
  sugared: string,
  plain: string,
  sameSteps: boolean,
  readAgain: MemoryModel,
): Promise<Compared> {
  const programs = [warnedFp(sugared).program, withMadeLabels(warnedFp(plain).program)] as const;
  let states = 0;
  let unsafe = false;
  for (const model of mainModels) {
    const [one, other] = [await explored(programs[0], model), await explored(programs[1], model)];
    if (one.incomplete !== null || other.incomplete !== null)
      return { capped: true, unsafe, states, complaint: null };
    const [said, meant] = [told(one, sameSteps), told(other, sameSteps)];
    const again = model === readAgain ? warnedFp(printProgram(programs[0])).program : null;
    const printed = again === null ? one : await explored(again, model);
    states += one.stats.states;
    unsafe ||= [...one.verdicts.values()].some(({ kind }) => kind === 'unsafe');
    if (printed.incomplete === null && told(printed, false) !== told(one, false))
      return {
        ...{ capped: false, unsafe, states },
        complaint: `under ${model.name}\n${told(one, false)}\nbut printed and read again\n${told(printed, false)}`,
      };
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

/** By which names the locals go that threads have however they are written. */
const commonLocals = [
  ['cell[0]', 'cell[1]'],
  ['cell_0', 'cell_1'],
  ['r', 's'],
] as const;

function isCommon(system: System): (name: string) => boolean {
  const known = new Set(system.locals.map(({ name }) => name));
  const own: readonly string[] = commonLocals.find(([first]) => known.has(first)) ?? [];
  return (name) => own.includes(name);
}

function explored(program: Program, model: MemoryModel): Promise<ExplicitResult> {
  const { system } = runPipeline(toAutomata, program, { procs: null, model });
  const common = isCommon(system);
  const locals = system.locals.filter(({ name }) => common(name));
  const collectFinals: readonly ObservedVariable[] = [
    ...system.shared.flatMap(({ id, name }) =>
      name === 'no_cell' ? [] : [{ kind: 'shared', shared: id } as const],
    ),
    ...locals.map(({ id }) => ({ kind: 'local', local: id }) as const),
  ];
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: 4 };
  return exploreExplicit(
    { system, model, properties: system.properties, limits, progress: () => undefined },
    { bound: null, havocRange: null, reductions: true, collectFinals },
  );
}

function told({ verdicts, finals, stats }: ExplicitResult, withStates: boolean): string {
  // Where no index can be wrong it may not be a property at all.
  const said = [...verdicts]
    .map(([name, { kind }]) => `${name} ${kind}`)
    .filter((verdict) => verdict !== 'bounds safe')
    .sort();
  const ends = finals.map((values) => values.join()).sort();
  const states = withStates ? `${stats.states} states; ` : '';
  return `${said.join(', ')}; ${states}ends ${ends.join(' ')}`;
}
