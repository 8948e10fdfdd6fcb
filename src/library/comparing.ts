import { sessionHere } from '../compare/host.js';
import { RunPerformer } from '../compare/perform-run.js';
import { makingHere, runAll } from '../compare/run-all.js';
import type { RunHearing } from '../compare/run-all.js';
import type { RunJob } from '../compare/run-plan.js';
import type { SessionRecord } from '../compare/run-record.js';
import { remarks, summaries } from '../compare/summary.js';
import { valuesOf } from '../options/values.js';
import type { GivenOptions } from '../options/values.js';
import type { ComparedRun } from '../report/compared-run.js';
import { jobsFor, limitsGiven, plannedBy } from './comparison-plan.js';
import { noRecord, recordIn } from './comparison-record.js';
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
  /** How many runs were not made, because the signal came. */
  readonly missing: number;
  /** Errors, and what answers are limited to. */
  readonly remarks: readonly string[];
  /** Who made the runs: this call, and those before that a recording tells of. */
  readonly sessions: readonly SessionRecord[];
}

/** The runs of `compare`, each in a process of its own. */
export async function compareGiven(
  files: readonly string[],
  given: GivenOptions,
  listener: ComparisonListener,
): Promise<ComparedPrograms> {
  const { resume = null, jobs: atATime = 1 } = valuesOf('compare', given);
  const { version, warn } = listener;
  const jobs = jobsFor(plannedBy(files, given), limitsGiven(given), version, 1);
  const session = sessionHere(version, wordsOf(files, given), atATime);
  const record = resume === null ? noRecord : recordIn(resume, session, warn);
  try {
    return await compareJobs(jobs, session, atATime, record, listener);
  } finally {
    record.close();
  }
}

async function compareJobs(
  jobs: readonly RunJob[],
  session: SessionRecord,
  atATime: number,
  record: RunRecorder,
  listener: ComparisonListener,
): Promise<ComparedPrograms> {
  const { signal, version } = listener;
  const performer = new RunPerformer({ script: programFile(), version, session: session.id }, signal);
  try {
    const finished = await runAll(jobs, {
      ...{ signal, onStart: listener.onStart, onPlan: listener.onPlan },
      known: (job) => record.known(job),
      make: makingHere((job) => performer.perform(job), atATime),
      onEnd: (job, made) => {
        if (made !== null) record.append(made);
        listener.onEnd(job, made);
      },
    });
    return {
      rows: summaries(finished),
      documents: finished.map((each) => each.record.document),
      missing: jobs.length - finished.length,
      remarks: remarks(finished),
      sessions: [...record.sessions, session],
    };
  } finally {
    performer.close();
  }
}

/** What was asked, as on a command line. */
const wordsOf = (files: readonly string[], given: GivenOptions): readonly string[] => [
  ...[...given].flatMap(([name, texts]) =>
    texts.length === 0 ? [`--${name}`] : texts.map((text) => `--${name}=${text}`),
  ),
  ...files,
];
