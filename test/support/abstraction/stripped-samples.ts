import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PropertyReport } from '../../../src/ask/report.js';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import { mainModels } from '../../../src/memory/index.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { root } from '../root.js';
import { verdictRows } from '../samples.js';
import type { VerdictRow } from '../samples.js';
import { verifyText } from '../verify-text.js';

/** What the predicates that were found instead of a sample's own made of its rows in verdicts.tsv. */
export interface StrippedRun {
  readonly sample: string;
  readonly model: string;
  /** Names of properties. */
  readonly right: readonly string[];
  /** Nothing is said where verdicts.tsv says something. */
  readonly open: readonly string[];
  /** What contradicts, violations that no trace shows, and violations that are there and are called spurious paths. */
  readonly wrong: readonly string[];
  readonly seconds: number;
}

const families = ['abstraction', 'mutex', 'data-structures', 'protocols', 'barriers'];

/** Rows that are no question to the abstract engine are left out: deadlocks. */
export const strippedSamples: readonly string[] = [
  ...new Set(verdictRows.filter(isAsked).map(({ sample }) => sample)),
];

function isAsked({ sample, property }: VerdictRow): boolean {
  return property !== 'deadlock' && families.some((family) => sample.startsWith(`${family}/`));
}

/** The text of a sample without the predicates that it states. */
export const strippedText = (sample: string): string =>
  readFileSync(join(root, 'samples', sample), 'utf8').replace(/^predicates \{[^}]*\}/m, '');

/** A sample without its predicates under each model that verdicts.tsv speaks of. */
export async function runStripped(
  sample: string,
  options: Partial<VerifyOptions> = {},
): Promise<readonly StrippedRun[]> {
  const rows = verdictRows.filter((row) => row.sample === sample && isAsked(row));
  const models = mainModels.filter(({ name }) => rows.some(({ expected }) => expected.has(name)));
  const runs: StrippedRun[] = [];
  for (const model of models) runs.push(await runUnder(model, sample, rows, options));
  return runs;
}

async function runUnder(
  model: MemoryModel,
  sample: string,
  rows: readonly VerdictRow[],
  options: Partial<VerifyOptions>,
): Promise<StrippedRun> {
  const started = performance.now();
  const report = await verifyText(sample, strippedText(sample), { engine: 'abstract', model, ...options });
  const run = { right: new Array<string>(), open: new Array<string>(), wrong: new Array<string>() };
  for (const { property, expected } of rows) {
    const wanted = expected.get(model.name);
    if (wanted === undefined) continue;
    const found = report.properties.find(({ name }) => name === property);
    const { judgement, text } = judged(wanted, found, report.reason);
    run[judgement].push(`${property}${text}`);
  }
  return { sample, model: model.name, ...run, seconds: (performance.now() - started) / 1000 };
}

/** Where the predicates of the sample are not enough, those that are found may be. */
function judged(
  wanted: string,
  found: PropertyReport | undefined,
  reason: string | null,
): { readonly judgement: 'right' | 'open' | 'wrong'; readonly text: string } {
  if (found === undefined) return { judgement: 'wrong', text: ` is not answered (${reason})` };
  const { verdict } = found;
  if (verdict === 'unsafe' && found.trace === null) return { judgement: 'wrong', text: ' has no trace' };
  const isBetter = wanted === 'unknown' && verdict === 'safe';
  if (verdict === wanted || isBetter) return { judgement: 'right', text: '' };
  const text = ` is ${verdict} (${found.reason ?? 'no reason'}), really ${wanted}`;
  const isMissed = wanted === 'unsafe' && found.reason === 'spurious';
  return { judgement: verdict === 'unknown' && !isMissed ? 'open' : 'wrong', text };
}
