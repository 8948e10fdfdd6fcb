import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { at } from '../../../src/support/invariant.js';
import { Random } from '../random.js';
import { answerC, unaltered } from './c-answers.js';
import type { CVerdicts } from './c-answers.js';
import { generateConcurrent } from './generate-concurrent.js';
import { judgeProgram } from './judge-explore.js';
import type { JudgedBehaviour } from './judge-explore.js';
import type { JudgeModel } from './judge-machine.js';
import { allOf, anyOf, comparisonOf, constantOf } from './judged-build.js';
import type { JudgedExpr, JudgedCode, JudgedStmt } from './judged-ast.js';
import { promotedInteger } from './judged-types.js';
import { integerTypeOf } from './judged-typing.js';
import { printJudged } from './print-judged.js';
import type { PlantedFault, SequentialComplaint } from './sequential-agreement.js';

export interface ConcurrentTally {
  /** Programs that were compared under all models. */
  compared: number;
  verdicts: number;
  safe: number;
  unsafe: number;
  /** Verdicts that are left open. */
  open: number;
  /** Programs with more states than the judge is given. */
  capped: number;
  /** Programs of which TSO shows more than SC, and PSO more than TSO. */
  tsoAdds: number;
  psoAdds: number;
  byMachine: number;
  readonly refused: Map<string, number>;
  readonly complaints: SequentialComplaint[];
}

export const emptyTally = (): ConcurrentTally => ({
  ...{
    compared: 0,
    verdicts: 0,
    safe: 0,
    unsafe: 0,
    open: 0,
    capped: 0,
    tsoAdds: 0,
    psoAdds: 0,
    byMachine: 0,
  },
  ...{ refused: new Map(), complaints: [] },
});

const models: readonly (readonly [JudgeModel, MemoryModel])[] = [
  ['sc', sc],
  ['tso', tso],
  ['pso', pso],
];

/** More outcomes than this make asserts that nobody can read. */
const maxOutcomes = 40;
const maxStates = 12_000;

/** A program of several threads, what it can do by the judge under SC, TSO and PSO, and what is asked of it. */
export interface JudgedConcurrent {
  readonly seed: number;
  readonly behaviours: readonly [JudgedBehaviour, JudgedBehaviour, JudgedBehaviour];
  readonly questions: ConcurrentQuestions;
}

/** Null: it has more states than the judge is given, or too many outcomes. */
export function judgedConcurrent(seed: number): JudgedConcurrent | null {
  const program = generateConcurrent(new Random(seed));
  const judged = models.map(([name]) => judgeProgram(program, name, maxStates));
  const [atSc = null, atTso = null, atPso = null] = judged;
  if (atSc === null || atTso === null || atPso === null || atPso.outcomes.size > maxOutcomes) return null;
  const behaviours = [atSc, atTso, atPso] as const;
  return { seed, behaviours, questions: questionsOf(program, behaviours) };
}

/** Whether something else is read, or may be made, of the program. */
export const concerns = ({ read, alter }: PlantedFault, { questions }: JudgedConcurrent): boolean =>
  alter !== unaltered || printJudged(read(questions.program)).text !== printJudged(questions.program).text;

export async function compareConcurrent(
  seed: number,
  fault: PlantedFault,
  tally: ConcurrentTally,
): Promise<void> {
  const judged = judgedConcurrent(seed);
  if (judged === null) tally.capped++;
  else await compareJudged(judged, fault, tally);
}

/**
 * What a program can do at its end is asserted at its end: what SC, TSO, PSO reach by the judge, and that some outcomes are
 * not reached, of those first that a weaker memory adds.
 */
export async function compareJudged(
  { seed, behaviours, questions }: JudgedConcurrent,
  fault: PlantedFault,
  tally: ConcurrentTally,
): Promise<void> {
  const printed = printJudged(fault.read(questions.program));
  const wrong: string[] = [];
  for (const [i, [name, model]] of models.entries()) {
    const question = { text: printed.text, model, wrap: false, alter: fault.alter, maxStates: 100_000 };
    const answer = await answerC(question);
    if (answer.kind === 'refused') {
      tally.refused.set(answer.why, (tally.refused.get(answer.why) ?? 0) + 1);
      return;
    }
    if (answer.byMachine) tally.byMachine++;
    const wanted = wantedOf(questions, at(behaviours, i), printed.asserts);
    wrong.push(...judgeAnswer(answer, wanted, tally).map((what) => `under ${name}: ${what}`));
  }
  tally.compared++;
  const outcomesOf = (place: number): number => at(behaviours, place).outcomes.size;
  if (outcomesOf(1) > outcomesOf(0)) tally.tsoAdds++;
  if (outcomesOf(2) > outcomesOf(1)) tally.psoAdds++;
  if (wrong.length > 0) tally.complaints.push({ seed, text: printed.text, what: wrong.join('\n') });
}

interface ConcurrentQuestions {
  readonly program: JudgedCode;
  /** By the number of an assert: the outcomes for which it holds. */
  readonly holds: ReadonlyMap<number, (outcome: string) => boolean>;
}

const firstQuestion = 1000;

function questionsOf(
  program: JudgedCode,
  [atSc, atTso, atPso]: readonly [JudgedBehaviour, JudgedBehaviour, JudgedBehaviour],
): ConcurrentQuestions {
  const holds = new Map<number, (outcome: string) => boolean>();
  const asserts: JudgedStmt[] = [];
  const ask = (cond: JudgedExpr, test: (outcome: string) => boolean): void => {
    const id = firstQuestion + asserts.length;
    asserts.push({ kind: 'assert', id, cond });
    holds.set(id, test);
  };
  for (const { outcomes } of [atSc, atTso, atPso])
    ask(anyOf([...outcomes].map((outcome) => equals(program.watched, outcome))), (one) => outcomes.has(one));
  const added = [...atPso.outcomes].filter((outcome) => !atTso.outcomes.has(outcome));
  const weak = [...atTso.outcomes].filter((outcome) => !atSc.outcomes.has(outcome));
  for (const outcome of [...added.slice(0, 2), ...weak.slice(0, 2), ...[...atSc.outcomes].slice(0, 2)])
    ask({ kind: 'unary', op: '!', of: equals(program.watched, outcome) }, (one) => one !== outcome);
  return { program: { ...program, main: [...program.main, ...asserts] }, holds };
}

function equals(watched: readonly JudgedExpr[], outcome: string): JudgedExpr {
  const values = outcome.split(',');
  return allOf(
    watched.map((expr, i) =>
      comparisonOf('==', expr, constantOf(BigInt(at(values, i)), promotedInteger(integerTypeOf(expr)))),
    ),
  );
}

type Wanted = ReadonlyMap<string, boolean>;

/** By the begin of a property's name: whether it is violated. */
function wantedOf(
  { holds }: ConcurrentQuestions,
  { outcomes, violated }: JudgedBehaviour,
  lines: ReadonlyMap<number, number>,
): Wanted {
  const wanted = new Map<string, boolean>(
    ['overflow', 'div', 'memory'].map((name) => [name, violated.has(name)] as const),
  );
  for (const [id, line] of lines) {
    const test = holds.get(id);
    const isViolated =
      test === undefined ? violated.has(`assert ${id}`) : [...outcomes].some((outcome) => !test(outcome));
    wanted.set(`assert:${line}`, isViolated);
  }
  return wanted;
}

function judgeAnswer(
  answer: CVerdicts & { readonly kind: 'answered' },
  wanted: Wanted,
  tally: ConcurrentTally,
): readonly string[] {
  const wrong: string[] = [];
  const found = new Map<string, string>();
  for (const [name, verdict] of answer.verdicts) {
    const isMemory = name === 'bounds' || name === 'pointer';
    const as = isMemory ? 'memory' : name.replace(/^(assert:\d+):.*$/, '$1');
    if (!isMemory || found.get(as) !== 'unsafe') found.set(as, verdict);
  }
  for (const [name, isViolated] of wanted) {
    const verdict = found.get(name) ?? 'safe';
    tally.verdicts++;
    if (verdict === 'unknown') tally.open++;
    else if (isViolated !== (verdict === 'unsafe'))
      wrong.push(`${name} is ${verdict}, and by the judge ${isViolated ? 'violated' : 'never violated'}`);
    else tally[isViolated ? 'unsafe' : 'safe']++;
  }
  return wrong;
}
