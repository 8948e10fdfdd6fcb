import { printProgram } from '../../src/lang/program/print.js';
import type { Program } from '../../src/lang/program/program.js';
import { pso } from '../../src/memory/pso.js';
import { sc } from '../../src/memory/sc.js';
import { modelNamed } from '../../src/memory/index.js';
import { tso } from '../../src/memory/tso.js';
import { at } from '../../src/support/invariant.js';
import { bothTallies, compareProcesses, noProcesses } from '../../test/support/dual/process-agreement.js';
import type { ProcessTally } from '../../test/support/dual/process-agreement.js';
import {
  compareDual,
  noPrograms,
  propertiesCompared,
  together,
} from '../../test/support/dual/program-agreement.js';
import type { ProgramTally } from '../../test/support/dual/program-agreement.js';
import { dualProgram, kindsOfPrograms, processProgram } from '../../test/support/dual/programs.js';
import { shrinkProgram } from '../../test/support/generate/shrink-program.js';

export interface DualFinding {
  readonly seed: number;
  readonly model: string;
  readonly text: string;
  readonly program: Program;
}

/** The dual engine against the explicit engine, on programs of consecutive seeds, by kind of program. */
export interface DualCampaign {
  readonly tallies: ReadonlyMap<string, ProgramTally>;
  readonly processes: ProcessTally;
  readonly findings: readonly DualFinding[];
}

const seconds = 5;

/** Of as many programs one is asked about under SC too. */
const scShare = 4;

type Heard = (done: number, findings: readonly DualFinding[]) => void;

export async function tallyDual(
  count: number,
  firstSeed: number,
  heard: Heard = () => undefined,
): Promise<Pick<DualCampaign, 'tallies' | 'findings'>> {
  const tallies = new Map<string, ProgramTally>();
  const findings: DualFinding[] = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const program = dualProgram(seed);
    const turn = Math.floor(seed / kindsOfPrograms.length);
    for (const model of turn % scShare === 0 ? [tso, pso, sc] : [tso, pso]) {
      const [kind] = at(kindsOfPrograms, seed % kindsOfPrograms.length);
      const name = `${kind}, ${model.name}`;
      const compared = await compareDual(program, { model, procs: 2, seconds });
      tallies.set(name, together(tallies.get(name) ?? noPrograms, compared));
      findings.push(...compared.complaints.map((text) => ({ seed, model: model.name, text, program })));
    }
    heard(seed - firstSeed + 1, findings);
  }
  return { tallies, findings };
}

/** Verdicts for any number of processes against those for a few. */
export async function tallyProcesses(
  count: number,
  firstSeed: number,
  heard: Heard = () => undefined,
): Promise<Pick<DualCampaign, 'processes' | 'findings'>> {
  let processes = noProcesses;
  const findings: DualFinding[] = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const program = processProgram(seed);
    const model = seed % (2 * scShare) === 0 ? sc : seed % 2 === 0 ? pso : tso;
    const compared = await compareProcesses(program, model);
    processes = bothTallies(processes, compared);
    findings.push(...compared.complaints.map((text) => ({ seed, model: model.name, text, program })));
    heard(seed - firstSeed + 1, findings);
  }
  return { processes, findings };
}

/** As many programs as asked for, and a third as many with any number of processes. */
export async function fuzzDual(count: number, seed: number): Promise<boolean> {
  const started = performance.now();
  const say =
    (what: string): Heard =>
    (done, findings) => {
      if (done % 100 === 0) process.stderr.write(`${done} ${what}, ${findings.length} complaints\n`);
    };
  const programs = await tallyDual(count, seed, say('programs'));
  const processes = await tallyProcesses(Math.ceil(count / 3), seed, say('programs with processes'));
  for (const finding of programs.findings.slice(0, 5)) {
    await tell(finding, async (p, model) => (await compareDual(p, { model, procs: 2, seconds })).complaints);
  }
  for (const finding of processes.findings.slice(0, 5)) {
    await tell(finding, async (p, model) => (await compareProcesses(p, model)).complaints);
  }
  for (const [name, tally] of programs.tallies) process.stdout.write(`${tallyText(name, tally)}\n`);
  process.stdout.write(`${processesText(processes.processes)}\n`);
  const complaints = programs.findings.length + processes.findings.length;
  const time = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${count} programs from seed ${seed} in ${time} s; ${complaints} complaints\n`);
  return complaints === 0;
}

/** The finding, and a smaller program of which the same is true. */
async function tell(
  { seed, model, text, program }: DualFinding,
  complaintsOf: (program: Program, model: typeof tso) => Promise<readonly string[]>,
): Promise<void> {
  process.stdout.write(`seed ${seed} under ${model}: ${text}\n`);
  const sort = sortOf(text);
  const small = await shrinkProgram(program, async (smaller) => {
    const complaints = await complaintsOf(smaller, modelNamed(model) ?? tso);
    return complaints.some((complaint) => sortOf(complaint) === sort);
  });
  process.stdout.write(`${printProgram(small)}\n`);
}

/** The complaint without what a smaller program has other names and numbers for. */
const sortOf = (text: string): string => (text.split('\n')[0] ?? '').replaceAll(/^\S+ is|\d+/g, '');

function tallyText(name: string, tally: ProgramTally): string {
  const { programs, withViolation, safe, unsafe, cutOff, witnessed, beyond, idleFaults, open, refused } =
    tally;
  const share = ((100 * withViolation) / Math.max(1, programs)).toFixed(0);
  return [
    `${name}: ${programs} programs, ${share}% with a violation`,
    `  the same of ${propertiesCompared(tally)} properties: ${safe} safe, ${unsafe} unsafe, ${cutOff} cut off`,
    `  too long buffers for the explicit engine: ${witnessed} unsafe with a run, ${beyond} not compared`,
    `  faults that only the explicit engine rules out: ${idleFaults}; left open: ${counted(open)}; refused: ${counted(refused)}`,
  ].join('\n');
}

function processesText(tally: ProcessTally): string {
  const { programs, safe, proven, unsafe, confirmed, sizes, cutOff, open, refused } = tally;
  const bySize = [...sizes].sort(([a], [b]) => a - b).map(([size, n]) => `${n} with ${size}`);
  return [
    `any number of processes: ${programs} programs`,
    `  safe: ${safe}, of which ${proven} proven for 1, 2 and 3 processes`,
    `  unsafe: ${unsafe}, of which ${confirmed} confirmed with as many processes; ${bySize.join(', ')}`,
    `  cut off: ${cutOff}; left open: ${counted(open)}; refused: ${counted(refused)}`,
  ].join('\n');
}

/** Names and numbers in what was said make no difference. */
function counted(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const general = text.replaceAll(/'[^']*'|\b[\w]*\d[\w()[\]]*/g, '…');
    counts.set(general, (counts.get(general) ?? 0) + 1);
  }
  return [...counts].map(([what, n]) => `${n} ${what}`).join('; ') || 'none';
}
