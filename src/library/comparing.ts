import { disagreements } from '../compare/disagreements.js';
import type { Disagreement } from '../compare/disagreements.js';
import { judged, readExpected } from '../compare/known-verdicts.js';
import type { VerdictJudgement } from '../compare/known-verdicts.js';
import { sessionHere } from '../compare/host.js';
import { RunPerformer } from '../compare/perform-run.js';
import { FirstAnswers } from '../compare/first-answers.js';
import type { QueueAddress } from '../options/queue-address.js';
import { makingHere, runAll } from '../compare/run-all.js';
import type { MakeRuns, RunHearing } from '../compare/run-all.js';
import type { PlannedRun, RunJob } from '../compare/run-plan.js';
import type { FinishedRun, SessionRecord } from '../compare/run-record.js';
import { shardOf } from '../compare/shards/shard-of.js';
import { nothingToTake, remarks, summaries } from '../compare/summary.js';
import type { ComparedRow } from '../compare/summary.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { questionRows } from '../options/question-rows.js';
import { valuesOf } from '../options/values.js';
import type { GivenOptions, OptionValues } from '../options/values.js';
import type { ComparedRun } from '../report/compared-run.js';
import { resolve } from 'node:path';
import { planGiven, textOf } from './comparison-plan.js';
import type { LeftOutRun } from './comparison-plan.js';
import { askedText, noRecord, recordedTimes, recordIn } from './comparison-record.js';
import type { RunRecorder } from './comparison-record.js';
import { programFile } from './own-package.js';

/** What whoever compares hears, and how he ends it. */
export interface ComparisonListener extends RunHearing {
  readonly version: string;
  /** Hears how many runs are to be made, before the first is. */
  readonly onPlan: (open: number) => void;
  /** Hears what is wrong with a recording that can be used all the same. */
  readonly warn: (text: string) => void;
}

/** What came of several programs that were verified in several ways. */
export interface ComparedPrograms {
  /** In the order of files, models, and engines or methods. */
  readonly rows: readonly ComparedRun[];
  /** Of each row what `verify --json` prints. */
  readonly documents: readonly object[];
  /** How many runs there are, all repetitions of all rows. */
  readonly made: number;
  /** How many runs were not made, because the signal came or their files changed. */
  readonly missing: number;
  /** Errors, and what answers are limited to. */
  readonly remarks: readonly string[];
  /** Combinations that nothing takes: they have no rows. */
  readonly leftOut: readonly LeftOutRun[];
  /** Runs that cannot both be right. */
  readonly disagreements: readonly Disagreement[];
  /** Who made the runs: this call, or those before that a recording tells of. */
  readonly sessions: readonly SessionRecord[];
  /** The longest that any run may take, in seconds; null: one may take any time. */
  readonly timeoutSeconds: number | null;
}

/** The runs of `compare`, each in a process of its own. */
export async function compareGiven(
  files: readonly string[],
  given: GivenOptions,
  listener: ComparisonListener,
): Promise<ComparedPrograms> {
  const values = valuesOf('compare', given);
  const { resume = null, jobs: atATime = 1, expect = null } = values;
  const { version, warn } = listener;
  const judge = expect === null ? () => null : judgeBy(expect);
  const { jobs: all, leftOut } = planGiven(files, given, version);
  const jobs = ofShard(all, values, warn);
  const session = sessionHere(version, wordsOf(files, given), atATime, {
    // Of a portfolio nobody knows beforehand.
    planned: values['cancel-on'] === 'first' ? null : all.length,
  });
  const record = resume === null ? noRecord : recordIn(resume, session, warn);
  try {
    const made = await finishedJobs(jobs, { values, session, record, listener });
    const sessions = [...record.sessions, session, ...made.others];
    const told = concluded({ jobs: made.wanted, leftOut, finished: made.finished, judge, sessions });
    if (expect !== null && told.rows.every(({ judgement }) => judgement === null))
      warn(`${expect} knows no verdict of any of these runs: its files are named from its own folder`);
    return told;
  } finally {
    record.close();
  }
}

interface Comparing {
  readonly values: OptionValues<'compare'>;
  readonly session: SessionRecord;
  readonly record: RunRecorder;
  readonly listener: ComparisonListener;
}

interface MadeRuns {
  readonly finished: readonly FinishedRun[];
  /** Without those that were not wanted any more once others had an answer. */
  readonly wanted: readonly RunJob[];
  /** Who else made runs. */
  readonly others: readonly SessionRecord[];
}

async function finishedJobs(jobs: readonly RunJob[], comparing: Comparing): Promise<MadeRuns> {
  const { values, session, record, listener } = comparing;
  const { signal, version } = listener;
  const first = values['cancel-on'] === 'first' ? new FirstAnswers(isQuestion) : null;
  const others = new Map<string, SessionRecord>();
  const tools = { script: programFile(), version, session: session.id, warn: listener.warn };
  const performer = new RunPerformer(tools, signal);
  const here = makingHere(
    async (job) => (first?.isAnswered(job) === true ? null : performer.perform(job, first?.endOf(job))),
    values.jobs ?? 1,
  );
  const onSession = (other: SessionRecord): void => {
    others.set(other.id, other);
    record.hear(other);
  };
  try {
    const finished = await runAll(jobs, {
      ...{ signal, onStart: listener.onStart, onPlan: listener.onPlan },
      known: (job) => {
        const known = record.known(job);
        if (known !== null) first?.heard(job, known);
        return known;
      },
      make: values.queue === undefined ? here : makingElsewhere(values.queue, { first, onSession, listener }),
      onEnd: (job, made) => {
        if (made !== null) record.append(made);
        if (made !== null) first?.heard(job, made);
        listener.onEnd(job, made);
      },
    });
    const done = new Set(finished.map(({ job }) => job));
    const wanted = jobs.filter((job) => done.has(job) || first?.isAnswered(job) !== true);
    return { finished, wanted, others: [...others.values()] };
  } finally {
    performer.close();
  }
}

/** By whoever takes runs from a queue. What a queue takes is fetched then. */
const makingElsewhere =
  (address: QueueAddress, { first, onSession, listener: { version, warn } }: QueueListener): MakeRuns =>
  async (open, hearing) => {
    const { queueTools } = await import('../compare/queue/redis.js');
    const { makingByQueue } = await import('../compare/queue/queued-runs.js');
    const tools = await queueTools(address, version, warn);
    const isUnwanted = (job: RunJob): boolean => first?.isAnswered(job) === true;
    const unwanted = (jobs: readonly RunJob[]): readonly RunJob[] => jobs.filter(isUnwanted);
    try {
      const wanted = open.filter((job) => !isUnwanted(job));
      await makingByQueue(tools, { warn, onSession, unwanted })(wanted, hearing);
    } finally {
      tools.redis.disconnect();
    }
  };

interface QueueListener {
  readonly first: FirstAnswers | null;
  readonly onSession: (session: SessionRecord) => void;
  readonly listener: ComparisonListener;
}

/** Those of one shard, by the times that an earlier comparison has recorded of the same questions. */
function ofShard(
  jobs: readonly RunJob[],
  { shard, times }: OptionValues<'compare'>,
  warn: ComparisonListener['warn'],
): readonly RunJob[] {
  if (shard === undefined) return jobs;
  const recorded = times === undefined ? new Map<string, number>() : recordedTimes(times, warn);
  return shardOf(jobs, shard, (job) => recorded.get(askedText(job.run)) ?? null);
}

type Judge = (run: PlannedRun, document: object) => VerdictJudgement | null;

/** What runs came to, however and wherever they were made. */
export function concluded(made: {
  readonly jobs: readonly RunJob[];
  readonly leftOut: readonly LeftOutRun[];
  readonly finished: readonly FinishedRun[];
  readonly judge: Judge;
  readonly sessions: readonly SessionRecord[];
}): ComparedPrograms {
  const { jobs, finished, sessions } = made;
  const all = summaries(finished, made.judge);
  const left = all.flatMap(({ run, document }) => leftOutLater(run, document));
  const kept = all.filter(({ run, document }) => leftOutLater(run, document).length === 0);
  const limits = jobs.map(({ limits: { timeoutSeconds } }) => timeoutSeconds);
  return {
    rows: kept.map(({ row }) => row),
    documents: kept.map(({ document }) => document),
    made: finished.length,
    missing: jobs.length - finished.length,
    remarks: remarks(kept),
    leftOut: [...made.leftOut, ...left],
    disagreements: disagreements(finished, isQuestion),
    sessions: sessions.filter(({ id }) => finished.some(({ record }) => record.session === id)),
    timeoutSeconds: limits.includes(null) ? null : Math.max(...limits.map(Number)),
  };
}

/** What a run was needed to find out: nothing takes this, but something may take the file. */
function leftOutLater(run: ComparedRow['run'], document: object): readonly LeftOutRun[] {
  const why = nothingToTake(run, document);
  return why === null ? [] : [{ run, why }];
}

/** Words that change what is asked: all but those that say how engines work. */
function isQuestion(word: string): boolean {
  const name = word.replace(/^--/, '').split('=')[0];
  return asking.has(name ?? '');
}

const asking: ReadonlySet<string> = new Set([...questionRows.map(({ name }) => name), 'max-procs']);

function judgeBy(path: string): Judge {
  const expected = readExpected(textOf(path, 'expect'), path);
  if (typeof expected === 'string') throw new UsageError(`${path} tells no verdicts: ${expected}`);
  return ({ file, model }, document) => judged(document, expected.get(resolve(file))?.get(model) ?? null);
}

/** What was asked, as on a command line. */
const wordsOf = (files: readonly string[], given: GivenOptions): readonly string[] => [
  ...[...given].flatMap(([name, texts]) =>
    texts.length === 0 ? [`--${name}`] : texts.map((text) => `--${name}=${text}`),
  ),
  ...files,
];
