import { readFileSync } from 'node:fs';
import type { VerifyReport } from '../ask/report.js';
import { InputError, Unsupported } from '../diagnostics/diagnostic.js';
import type { System } from '../lang/program/system.js';
import { valuesOf } from '../options/values.js';
import type { GivenOptions } from '../options/values.js';
import type { RunSource } from '../pages/run-view/run-model.js';
import { runPipeline } from '../pass/run-pipeline.js';
import { litmusPage } from '../report/page/litmus-page.js';
import type { ShownTest } from '../report/page/litmus-page.js';
import { pageText } from '../report/page/page-frame.js';
import { verifyPage } from '../report/page/verify-page.js';
import type { ShownRun } from '../report/page/verify-page.js';
import { plainAutomata } from '../../passes/plain-automata.js';
import type { InputPlace } from './asking.js';
import { packageVersion, pageAssets } from './own-package.js';
import { readingOf } from './reading.js';
import { loadSubject } from './subject.js';

/** The page of `verify --report`, of one model or several. */
export async function verifyReportPage(
  place: InputPlace,
  runs: readonly ShownRun[],
  given: GivenOptions,
): Promise<string> {
  const system = systemOf(runs.map(({ report }) => report)) ?? (await automataOf(place, given));
  const page = verifyPage({ runs, source: sourceOf(place), system, version: packageVersion() });
  return pageText(page, pageAssets('report'));
}

/** The page of `litmus --report`. */
export const litmusReportPage = (tests: readonly ShownTest[]): string =>
  pageText(litmusPage(tests, packageVersion()), pageAssets('report'));

/** The automata of a run that is shown. */
const systemOf = (reports: readonly VerifyReport[]): System | null =>
  reports.flatMap(({ properties }) => properties).find(({ run }) => run !== undefined)?.run?.system ?? null;

/** Those of the program; of any number of threads of a process one is drawn. Null: it has none that could be drawn. */
async function automataOf(input: InputPlace, given: GivenOptions): Promise<System | null> {
  const values = valuesOf('verify', given);
  try {
    const place = { ...input, language: values.lang ?? null, reading: readingOf(values) };
    const subject = await loadSubject(place);
    if (subject.kind !== 'program') return null;
    const { procs } = values;
    return runPipeline(plainAutomata, subject.content, { procs: typeof procs === 'number' ? procs : 1 })
      .system;
  } catch (error) {
    if (error instanceof Unsupported || error instanceof InputError) return null;
    throw error;
  }
}

/** What was read may be gone. */
function sourceOf({ path, text }: InputPlace): RunSource | null {
  try {
    return { name: path, text: text ?? readFileSync(path, 'utf8') };
  } catch {
    return null;
  }
}
