import { at } from '../../../src/support/invariant.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import type { Program } from '../../../src/lang/program/program.js';
import { quantifiedAnswer } from '../dual/ask-dual.js';
import { bothTallies, compareProcesses, noProcesses } from '../dual/process-agreement.js';
import type { AnyNumberEngine, ProcessTally } from '../dual/process-agreement.js';
import { growingProgram } from './growing-programs.js';

const seconds = 120;

export const quantifiedly: AnyNumberEngine = {
  name: 'quantified',
  answer: (program, model) => quantifiedAnswer(program, { model, procs: 'any', seconds }),
  numbers: [2, 3, 4],
};

export interface QuantifiedFinding {
  readonly seed: number;
  readonly model: string;
  readonly text: string;
  readonly program: Program;
}

/** Verdicts of the engine for any number of processes against those of the explicit engine for a few. */
export async function tallyQuantified(
  count: number,
  firstSeed: number,
  heard: (seed: number, tally: ProcessTally) => void = () => undefined,
  make: (seed: number) => Program = growingProgram,
): Promise<{ readonly tally: ProcessTally; readonly findings: readonly QuantifiedFinding[] }> {
  let tally = noProcesses;
  const findings: QuantifiedFinding[] = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const program = make(seed);
    const model = at([sc, tso, pso], seed % 3);
    const compared = await compareProcesses(program, model, quantifiedly);
    tally = bothTallies(tally, compared);
    findings.push(...compared.complaints.map((text) => ({ seed, model: model.name, text, program })));
    heard(seed, compared);
  }
  return { tally, findings };
}
