import { list, member, numberOrNull, text, textOrNull } from './json.js';
import { parsedJson } from '../../src/support/json-fields.js';
import { runMeasured } from './measured-run.js';
import type { MeasuredRun } from './measured-run.js';
import type { ReducedPart, ReducedQuestion } from './reduced-subjects.js';

/** Properties of files, each under one model, decided with reductions and without. */
export interface ReducedTally {
  /** Both say the same, and what they say is no limit. */
  readonly same: number;
  /** Limits of time or memory: with reductions, and only without. */
  readonly openReduced: number;
  readonly openPlain: number;
  /** Runs that an engine refuses, both times. */
  readonly refused: number;
  /** States of runs that both come to the end of. */
  readonly states: number;
  readonly reducedStates: number;
  readonly complaints: readonly string[];
}

export const nothingCompared: ReducedTally = {
  ...{ same: 0, openReduced: 0, openPlain: 0, refused: 0, states: 0, reducedStates: 0 },
  complaints: [],
};

export function summed(a: ReducedTally, b: ReducedTally): ReducedTally {
  return {
    same: a.same + b.same,
    openReduced: a.openReduced + b.openReduced,
    openPlain: a.openPlain + b.openPlain,
    refused: a.refused + b.refused,
    states: a.states + b.states,
    reducedStates: a.reducedStates + b.reducedStates,
    complaints: [...a.complaints, ...b.complaints],
  };
}

/** Of each run. */
export interface RunLimits {
  readonly seconds: number;
  readonly memoryMB: number;
}

/** Hears of each question, once it is answered both ways. */
type QuestionListener = (where: string, tally: ReducedTally) => void;

export async function comparedPart(
  { subjects }: ReducedPart,
  limits: RunLimits,
  heard: QuestionListener = () => undefined,
): Promise<ReducedTally> {
  let tally = nothingCompared;
  for (const { path, questions } of subjects)
    for (const question of questions) {
      const where = `${path} ${question.options.join(' ')}`;
      const told = await comparedQuestion(path, question, limits, where);
      heard(where, told);
      tally = summed(tally, told);
    }
  return tally;
}

/** What two runs of a question came to, and how they ended. */
interface ComparedEnds {
  readonly tally: ReducedTally;
  readonly ends: string;
}

/** Where they disagree both are run again: a disagreement that comes and goes has to do with how they end. */
async function comparedQuestion(
  path: string,
  question: ReducedQuestion,
  limits: RunLimits,
  where: string,
): Promise<ReducedTally> {
  const { tally, ends } = await comparedOnce(path, question, limits, where);
  if (tally.complaints.length === 0) return tally;
  const again = await comparedOnce(path, question, limits, where);
  const isSame = again.tally.complaints.join() === tally.complaints.join();
  const told = isSame ? 'and again' : `again: ${again.tally.complaints.join('; ') || 'none'} (${again.ends})`;
  return { ...tally, complaints: tally.complaints.map((complaint) => `${complaint} (${ends}); ${told}`) };
}

async function comparedOnce(
  path: string,
  { options, plain }: ReducedQuestion,
  { seconds, memoryMB }: RunLimits,
  where: string,
): Promise<ComparedEnds> {
  const limits = ['--timeout', String(seconds), '--memory', String(memoryMB), '--trace', 'none', '--json'];
  const run = (more: readonly string[]): Promise<MeasuredRun> =>
    runMeasured(['verify', path, ...options, ...limits, ...more], 4 * seconds + 30);
  const first = await run([]);
  const reduced = toldRuns(first.out);
  // What a limit leaves open with reductions need not be asked without.
  const second = reduced.every(isOpen) && reduced.length > 0 ? first : await run(plain);
  const whole = toldRuns(second.out);
  const ends = `${endOf(first)}; without reductions ${endOf(second)}`;
  if (reduced.length > whole.length && whole.length > 0 && second.code === limitReached)
    return { tally: { ...nothingCompared, openPlain: 1 }, ends };
  if (reduced.length === 0 || reduced.length !== whole.length)
    return { tally: { ...nothingCompared, complaints: [`${where}: nothing was told`] }, ends };
  const tally = reduced.reduce((sum, one, i) => {
    const other = whole[i];
    return other === undefined ? sum : summed(sum, comparedRuns(one, other, where));
  }, nothingCompared);
  return { tally, ends };
}

/** The exit code of a run that a limit has ended: it may have come to some of the models only. */
const limitReached = 20;

const endOf = ({ code, seconds, err }: MeasuredRun): string =>
  `exit code ${code} after ${seconds.toFixed(1)} s, ${err.trim().split('\n').at(-1) ?? ''}`;

/** What a run says of one model. */
export interface ToldRun {
  readonly model: string;
  readonly isRefused: boolean;
  readonly reason: string | null;
  /** By property; a verdict that is unknown is its reason. */
  readonly verdicts: ReadonlyMap<string, string>;
  readonly states: number;
}

/** Of a document of `verify --json`; none where the text is no document. */
export function toldRuns(document: string): readonly ToldRun[] {
  const report = parsedJson(document);
  if (typeof report !== 'object' || report === null) return [];
  const runs = 'runs' in report ? list(report.runs) : [report];
  return runs.map((run) => ({
    model: textOrNull(run, 'model') ?? '',
    isRefused: textOrNull(run, 'verdict') === null || textOrNull(run, 'reason') === 'unsupported',
    reason: textOrNull(run, 'reason'),
    verdicts: new Map(
      list(member(run, 'properties')).map((property) => {
        const verdict = text(property, 'verdict');
        const said = verdict === 'unknown' ? (textOrNull(property, 'reason') ?? verdict) : verdict;
        return [text(property, 'name'), said];
      }),
    ),
    states: numberOrNull(member(run, 'stats'), 'states') ?? 0,
  }));
}

/** How much work a search does after a violation depends on how much it did before. */
const limitReasons: ReadonlySet<string> = new Set(['timeout', 'memory', 'after-violation']);

/** From outside, so that nothing is told of single properties. */
const wasEnded = ({ reason, verdicts }: ToldRun): boolean =>
  verdicts.size === 0 && reason !== null && limitReasons.has(reason);

const isOpen = (run: ToldRun): boolean =>
  wasEnded(run) ||
  (!run.isRefused &&
    run.verdicts.size > 0 &&
    [...run.verdicts.values()].every((said) => limitReasons.has(said)));

/** Of one file under one model. */
export function comparedRuns(reduced: ToldRun, plain: ToldRun, where: string): ReducedTally {
  const place = `${where}, ${reduced.model}`;
  if (wasEnded(reduced)) return { ...nothingCompared, openReduced: 1 };
  if (wasEnded(plain)) return { ...nothingCompared, openPlain: 1 };
  if (reduced.isRefused || plain.isRefused) {
    const isSame = reduced.isRefused && plain.isRefused && reduced.reason === plain.reason;
    const complaint = `${place}: ${reduced.reason ?? 'taken'}, without reductions ${plain.reason ?? 'taken'}`;
    return { ...nothingCompared, refused: isSame ? 1 : 0, complaints: isSame ? [] : [complaint] };
  }
  const tallies = [...new Set([...reduced.verdicts.keys(), ...plain.verdicts.keys()])].map((property) =>
    comparedProperty(
      reduced.verdicts.get(property) ?? 'not asked',
      plain.verdicts.get(property) ?? 'not asked',
      `${place}: ${property}`,
    ),
  );
  const tally = tallies.reduce(summed, nothingCompared);
  const isWhole = tally.openReduced + tally.openPlain === 0;
  return isWhole ? { ...tally, states: plain.states, reducedStates: reduced.states } : tally;
}

function comparedProperty(reduced: string, plain: string, place: string): ReducedTally {
  if (limitReasons.has(reduced)) return { ...nothingCompared, openReduced: 1 };
  if (limitReasons.has(plain)) return { ...nothingCompared, openPlain: 1 };
  if (reduced === plain) return { ...nothingCompared, same: 1 };
  return { ...nothingCompared, complaints: [`${place} is ${reduced}, without reductions ${plain}`] };
}
