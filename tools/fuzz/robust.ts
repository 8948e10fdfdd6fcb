import { printProgram } from '../../src/lang/program/print.js';
import type { Program } from '../../src/lang/program/program.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { pso } from '../../src/memory/pso.js';
import { tso } from '../../src/memory/tso.js';
import { generateProgram, memoryOptions } from '../../test/support/generate/generate-program.js';
import { shrinkProgram } from '../../test/support/generate/shrink-program.js';
import { parseFp } from '../../test/support/parse-fp.js';
import { Random } from '../../test/support/random.js';
import { askRobust } from '../../test/support/robustness/ask-robust.js';
import { generateCellBlocks } from '../../test/support/robustness/generate-cell-blocks.js';
import { generateRobust, usualRobustOptions } from '../../test/support/robustness/generate-robust.js';
import type { RobustOptions } from '../../test/support/robustness/generate-robust.js';
import type { ExhaustionLimits } from '../../test/support/robustness/oracle-verdict.js';
import { plainRobustness, robustKinds } from '../../test/support/robustness/robust-verdicts.js';
import type { RobustKind } from '../../test/support/robustness/robust-verdicts.js';

/** Programs with more traces or states, and robust ones with loops, are skipped, and counted. */
const limits: ExhaustionLimits = { most: 40_000, mostSteps: 24, mostWaiting: 6 };
const models = [tso, pso];

interface RobustQuestion {
  readonly model: MemoryModel;
  readonly kind: RobustKind;
}

const questions: readonly RobustQuestion[] = models.flatMap((model) =>
  robustKinds.map((kind) => ({ model, kind })),
);

const nameOf = ({ model, kind }: RobustQuestion): string => `${kind} under ${model.name}`;

/** What was heard of one question. */
interface RobustTally {
  compared: number;
  robust: number;
  skipped: number;
  /** No verdict, though going through everything gives one. */
  unknown: number;
  unsupported: number;
}

interface RobustFinding {
  readonly seed: number;
  readonly question: RobustQuestion;
  readonly complaint: string;
  readonly program: Program;
}

const sorts: readonly Partial<RobustOptions>[] = [
  ...[{}, {}, {}],
  { statements: 7, threads: [2, 2] },
  { statements: 2, threads: [3, 4] },
  { failures: true },
  { longBlocks: true, statements: 3 },
  { loops: true, statements: 3 },
  { windingBlocks: true, statements: 3 },
];

/**
 * For a seed, always the same one; the sorts of programs take turns, and two turns are those of blocks with computed cells and
 * of the programs for `memory`.
 */
export function robustProgram(seed: number): Program {
  const random = new Random(seed);
  const turn = seed % (sorts.length + 2);
  const sort = sorts[turn];
  if (turn === sorts.length) return parseFp(generateCellBlocks(random));
  if (sort === undefined) return generateProgram(random, { ...memoryOptions, statements: 4 });
  return parseFp(generateRobust(random, { ...usualRobustOptions, ...sort }));
}

/** What is wrong with the answer to the question, if anything; notes it in the tally. */
async function complaintAbout(
  program: Program,
  { model, kind }: RobustQuestion,
  tally: RobustTally,
): Promise<string | null> {
  const plain = plainRobustness(program, model, kind, limits);
  if (plain.kind === 'too-much') {
    tally.skipped++;
    return null;
  }
  const answer = await askRobust(printProgram(program), model, kind).catch(
    (error: unknown) => `fails: ${String(error)}`,
  );
  tally.compared++;
  if (plain.kind === 'robust') tally.robust++;
  switch (answer) {
    case 'unknown':
      tally.unknown++;
      return null;
    case 'unsupported':
      tally.unsupported++;
      return null;
    case 'safe':
      return plain.kind === 'robust' ? null : 'the answer is safe, but it is not robust';
    case 'unsafe':
      return plain.kind === 'robust' ? 'the answer is unsafe, but it is robust' : null;
    default:
      return answer;
  }
}

const emptyTally = (): RobustTally => ({ compared: 0, robust: 0, skipped: 0, unknown: 0, unsupported: 0 });

/** Answers about robustness, against going through all runs of small programs. */
export async function fuzzRobust(count: number, seed: number): Promise<boolean> {
  const started = performance.now();
  const tallies = new Map(questions.map((question) => [question, emptyTally()]));
  const findings: RobustFinding[] = [];
  for (let i = 0; i < count; i++) {
    const program = robustProgram(seed + i);
    for (const [question, tally] of tallies) {
      const complaint = await complaintAbout(program, question, tally);
      if (complaint === null) continue;
      findings.push({ seed: seed + i, question, complaint, program });
      process.stderr.write(`seed ${seed + i}, ${nameOf(question)}: ${complaint}\n`);
    }
    if ((i + 1) % 100 === 0) process.stderr.write(`${i + 1} programs, ${findings.length} complaints\n`);
  }
  for (const finding of someOfEach(findings)) await tell(finding);
  for (const [question, tally] of tallies) process.stdout.write(`${tallyText(question, tally)}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    `${count} programs from seed ${seed} in ${seconds} s; ${findings.length} complaints\n`,
  );
  return findings.length === 0;
}

/** At most four of each question and complaint. */
function someOfEach(findings: readonly RobustFinding[]): readonly RobustFinding[] {
  const sortOf = ({ question, complaint }: RobustFinding): string => `${nameOf(question)} ${complaint}`;
  return findings.filter(
    (finding, i) => findings.slice(0, i).filter((f) => sortOf(f) === sortOf(finding)).length < 4,
  );
}

async function tell({ seed, question, complaint, program }: RobustFinding): Promise<void> {
  const small = await shrinkProgram(
    program,
    async (smaller) =>
      isWellFormed(smaller) && (await complaintAbout(smaller, question, emptyTally())) === complaint,
  );
  const plain = plainRobustness(small, question.model, question.kind, limits);
  const why = plain.kind === 'not-robust' ? `// ${plain.why}\n` : '';
  process.stdout.write(`seed ${seed}, ${nameOf(question)}: ${complaint}\n${why}${printProgram(small)}\n`);
}

function isWellFormed(program: Program): boolean {
  try {
    parseFp(printProgram(program));
    return true;
  } catch {
    return false;
  }
}

function tallyText(question: RobustQuestion, tally: RobustTally): string {
  const { compared, robust, skipped, unknown, unsupported } = tally;
  const share = (n: number): string => `${((100 * n) / Math.max(1, compared)).toFixed(0)}%`;
  return `${nameOf(question)}: ${compared} compared (${skipped} skipped), ${share(robust)} robust; ${share(unknown)} unknown, ${share(unsupported)} unsupported`;
}
