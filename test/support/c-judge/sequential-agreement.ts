import { sc } from '../../../src/memory/sc.js';
import { at } from '../../../src/support/invariant.js';
import { Random } from '../random.js';
import { answerC, unaltered } from './c-answers.js';
import type { Alteration, CVerdicts } from './c-answers.js';
import { runByGcc } from './gcc-batch.js';
import type { GccRun } from './gcc-batch.js';
import { generateSequential } from './generate-sequential.js';
import { judgeProgram } from './judge-explore.js';
import { comparisonOf, constantOf } from './judged-build.js';
import type { JudgedCode, JudgedStmt } from './judged-ast.js';
import { converted, promotedInteger } from './judged-types.js';
import { integerTypeOf } from './judged-typing.js';
import { printJudged } from './print-judged.js';

export interface SequentialProgram {
  readonly seed: number;
  readonly prefix: string;
  readonly program: JudgedCode;
}

/** A fault for the tests of the tests: in how the front end reads the program, or in what it makes of it. */
export interface PlantedFault {
  readonly read: (program: JudgedCode) => JudgedCode;
  readonly alter: Alteration;
}

export const noFault: PlantedFault = { read: (program) => program, alter: unaltered };

export interface SequentialTally {
  readonly compared: number;
  /** Programs that do what C leaves undefined. */
  readonly undefined: number;
  readonly byMachine: number;
  readonly refused: ReadonlyMap<string, number>;
  readonly complaints: readonly SequentialComplaint[];
}

export interface SequentialComplaint {
  readonly seed: number;
  readonly text: string;
  readonly what: string;
}

/** One in four has operations that are undefined for some values. */
export function sequentialPrograms(
  count: number,
  firstSeed: number,
  wrap: boolean,
): readonly SequentialProgram[] {
  return Array.from({ length: count }, (_, i) => {
    const seed = firstSeed + i;
    const prefix = `q${seed}_`;
    const options = {
      prefix,
      isWild: !wrap && seed % 4 === 3,
      isNarrow: seed % 3 === 0,
      statements: 4 + (seed % 12),
    };
    return { seed, prefix, program: generateSequential(new Random(seed), options) };
  });
}

/**
 * What gcc computes is asserted: it must be safe, and one wrong value unsafe; where the sanitizer stops the program, a
 * property must be violated. The judge is held to the same, so that it can be trusted with threads.
 */
export const tallySequential = async (
  programs: readonly SequentialProgram[],
  wrap: boolean,
  fault: PlantedFault,
): Promise<SequentialTally> => tallyWithRuns(programs, runByGcc(programs, wrap), wrap, fault);

/** The same where gcc has run already; it ends at so many complaints. */
export async function tallyWithRuns(
  programs: readonly SequentialProgram[],
  runs: readonly GccRun[],
  wrap: boolean,
  fault: PlantedFault,
  enough = Infinity,
): Promise<SequentialTally> {
  const tally = { compared: 0, undefined: 0, byMachine: 0 };
  const refused = new Map<string, number>();
  const complaints: SequentialComplaint[] = [];
  for (const [i, each] of programs.entries()) {
    if (complaints.length >= enough) break;
    const run = at(runs, i);
    if (run.kind === 'undefined') tally.undefined++;
    const { answer, wrong, text } = await comparedWith(each, run, wrap, fault);
    if (answer.kind === 'refused') refused.set(answer.why, (refused.get(answer.why) ?? 0) + 1);
    else {
      tally.compared++;
      if (answer.byMachine) tally.byMachine++;
    }
    complaints.push(...wrong.map((what) => ({ seed: each.seed, text, what })));
  }
  return { ...tally, refused, complaints };
}

async function comparedWith(
  { program, seed }: SequentialProgram,
  run: GccRun,
  wrap: boolean,
  fault: PlantedFault,
): Promise<{ answer: CVerdicts; wrong: readonly string[]; text: string }> {
  const asserted = run.kind === 'values' ? withAsserts(program, run.values, seed) : program;
  const printed = printJudged(fault.read(asserted));
  const question = { text: printed.text, model: sc, wrap, alter: fault.alter, maxStates: 200_000 };
  const answer = await answerC(question);
  const judged = byJudge(program, run, wrap);
  if (answer.kind === 'refused') return { answer, wrong: judged.wrong, text: printed.text };
  const verdictAt = (id: number): string => {
    const line = `assert:${printed.asserts.get(id) ?? 0}:`;
    return [...answer.verdicts].find(([name]) => name.startsWith(line))?.[1] ?? 'missing';
  };
  const undefinedOnes = [...answer.verdicts].filter(
    ([name, verdict]) => isUndefined(name) && verdict !== 'safe',
  );
  const wrong: string[] = [...judged.wrong];
  if (run.kind === 'undefined') {
    if (undefinedOnes.every(([, verdict]) => verdict !== 'unsafe'))
      wrong.push(`gcc stops with ${run.what}, and nothing is violated`);
    return { answer, wrong, text: printed.text };
  }
  if (judged.narrowed && undefinedOnes.some(([, verdict]) => verdict === 'unsafe'))
    return { answer, wrong, text: printed.text };
  if (undefinedOnes.length > 0)
    wrong.push(`gcc runs through, and here ${undefinedOnes.map((each) => each.join(' is ')).join(', ')}`);
  for (const [i, value] of run.values.entries())
    if (verdictAt(i) !== 'safe') wrong.push(`value ${i} is ${value} by gcc, and that is ${verdictAt(i)}`);
  if (verdictAt(run.values.length) !== 'unsafe')
    wrong.push(`a wrong value is ${verdictAt(run.values.length)}`);
  return { answer, wrong, text: printed.text };
}

const isUndefined = (name: string): boolean => /^(?:overflow|div|memory|bounds|pointer)$/.test(name);

interface JudgedRun {
  readonly wrong: readonly string[];
  /**
   * The judge alone sees an overflow: gcc computes `narrow -= int` in so many bits as are kept, before the sanitizer looks.
   * What it runs through with is not asked about then.
   */
  readonly narrowed: boolean;
}

function byJudge(program: JudgedCode, run: GccRun, wrap: boolean): JudgedRun {
  const judged = judgeProgram(program, 'sc', 50_000, wrap);
  const complaint = (what: string): JudgedRun => ({ wrong: [what], narrowed: false });
  if (judged === null) return complaint('the judge does not come to an end');
  if (run.kind === 'undefined')
    return judged.violated.size > 0
      ? { wrong: [], narrowed: false }
      : complaint(`gcc stops with ${run.what}, and the judge does not`);
  if (judged.violated.has('overflow') && judged.violated.size === 1) return { wrong: [], narrowed: true };
  const wanted = run.values.join(',');
  const found = [...judged.outcomes].map((outcome) =>
    outcome
      .split(',')
      .map((value) => BigInt.asUintN(64, BigInt(value)))
      .join(','),
  );
  return found.length === 1 && found[0] === wanted
    ? { wrong: [], narrowed: false }
    : complaint(`the judge says ${found.join(' or ')} ${[...judged.violated].join(' ')}, gcc ${wanted}`);
}

/** Every value is what it is, and one of them is not what it is not. */
function withAsserts(program: JudgedCode, values: readonly bigint[], seed: number): JudgedCode {
  const asserts = program.watched.map((expr, id): JudgedStmt => {
    const type = integerTypeOf(expr);
    const value = converted(at(values, id), type);
    return { kind: 'assert', id, cond: comparisonOf('==', expr, constantOf(value, promotedInteger(type))) };
  });
  const chosen = seed % values.length;
  const expr = at(program.watched, chosen);
  const type = integerTypeOf(expr);
  const value = converted(at(values, chosen), type);
  const other = value === 0n ? 1n : 0n;
  const cond = comparisonOf('==', expr, constantOf(other, promotedInteger(type)));
  return { ...program, main: [...program.main, ...asserts, { kind: 'assert', id: values.length, cond }] };
}
