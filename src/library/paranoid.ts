import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leftOpen } from '../ask/left-open.js';
import { violatedOf } from '../ask/report.js';
import type { PropertyReport, VerifyReport } from '../ask/report.js';
import { diagnosticOf, UsageError } from '../diagnostics/diagnostic.js';
import type { UnknownReason } from '../lang/run/verdict.js';
import type { MemoryModel } from '../memory/model.js';
import type { GivenOptions } from '../options/values.js';
import { jsonText } from '../report/report-json.js';
import { replayGiven } from './replaying.js';
import { toJson } from './tell.js';
import { writtenEvidence } from './written-evidence.js';

/** What the check of an answer needs besides it. */
export interface Doubt {
  readonly given: GivenOptions;
  readonly model: MemoryModel;
  readonly watch: () => void;
  /** Writes a file, whole or not at all. */
  readonly write: (path: string, text: string) => void;
}

/** An answer that was checked, and what there is to say of the check; null: there was nothing to check. */
interface Checked {
  readonly run: VerifyReport;
  readonly told: string | null;
}

/**
 * The answer, if what replay makes of its evidence agrees with it. Evidence that is rejected is a mistake of the engine or of the
 * checker: the files stay, for whoever looks for it. Without evidence there is no answer.
 */
export async function checkedAnswer(run: VerifyReport, doubt: Doubt): Promise<Checked> {
  if (run.verdict !== 'safe' && run.verdict !== 'unsafe') return { run, told: null };
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-paranoid-'));
  const path = join(folder, 'evidence.json');
  const drop = (): void => rmSync(folder, { recursive: true });
  const notKnown = (reason: UnknownReason, why: string): Checked => {
    drop();
    return { run: withdrawn(run, reason, `an engine says ${run.verdict}; ${why}`), told: null };
  };
  const denied = (why: string): Checked => {
    doubt.write(join(folder, 'answer.json'), jsonText(toJson(run)));
    return { run: contradicted(run, why, folder), told: null };
  };
  const written = writtenEvidence(run, doubt.given, path, doubt.model);
  if ('none' in written) return notKnown('unconfirmed', written.none);
  doubt.write(path, written.text);
  try {
    const { accepted, obligations, held, reason, isOpen } = await replayGiven(path, doubt.watch);
    const counted = `${held} of ${obligations} obligation${obligations === 1 ? '' : 's'} held`;
    if (!accepted)
      return isOpen === true ? notKnown('unconfirmed', reason ?? counted) : denied(reason ?? counted);
    drop();
    return { run: asFarAsShown(run), told: `checked: ${counted}` };
  } catch (error) {
    if (error instanceof UsageError) return denied(error.message);
    const open = leftOpen(error);
    if (open !== null) return notKnown(open.reason, `its evidence could not be checked: ${open.detail}`);
    drop();
    throw error;
  }
}

const withdrawn = (run: VerifyReport, reason: UnknownReason, detail: string): VerifyReport => ({
  ...run,
  ...{ verdict: 'unknown', reason, property: null, trace: null },
  properties: run.properties.map((property) => opened(property, reason, detail)),
});

function opened(property: PropertyReport, reason: UnknownReason, detail: string): PropertyReport {
  if (property.verdict === 'unknown') return property;
  const { name, kind, line } = property;
  return { name, kind, line, verdict: 'unknown', reason, detail, trace: null };
}

/** A run shows what it violates, and says nothing of the rest. */
function asFarAsShown(run: VerifyReport): VerifyReport {
  if (run.verdict === 'safe') return run;
  const shown = violatedOf(run.properties);
  const detail = 'one run was checked, which violates another property';
  const properties = run.properties.map((each) =>
    each === shown ? each : opened(each, 'after-violation', detail),
  );
  return { ...run, properties };
}

function contradicted(run: VerifyReport, reason: string, folder: string): VerifyReport {
  const message = `the ${run.engine ?? ''} engine says ${run.verdict}, and its evidence is rejected: ${reason}`;
  const advice = `this is a bug of fencepost: please report it with the files in ${folder}`;
  return {
    ...withdrawn(run, 'unconfirmed', reason),
    ...{ verdict: null, reason: 'bug' },
    errors: [diagnosticOf('E901', null, message, advice)],
  };
}
