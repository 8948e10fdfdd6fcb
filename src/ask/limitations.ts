import type { VerifyOptions } from './verify-options.js';
import type { PropertyReport } from './report.js';
import { storesWait } from '../memory/model-questions.js';

/** What an answer does not say, in whole sentences; printed on the line before the verdict. */
export function limitations(
  hasProcesses: boolean,
  options: Pick<VerifyOptions, 'procs' | 'model' | 'havocRange'>,
  reports: readonly PropertyReport[],
): readonly string[] {
  const safe = reports.some((r) => r.kind !== 'goal' && r.verdict === 'safe');
  const unreached = reports.some((r) => r.kind === 'goal' && r.verdict === 'unsafe');
  const found: string[] = [];
  if (typeof options.procs === 'number' && hasProcesses) {
    const told = reports.some((r) => r.verdict === 'unknown') ? 'This is' : 'This holds';
    found.push(`${told} for --procs ${options.procs}: other numbers of processes were not looked at.`);
  }
  if (safe && storesWait(options.model)) {
    found.push(
      `${options.model.name} leaves out executions that TSO has: what is safe here may be unsafe under tso.`,
    );
  }
  if (unreached && storesWait(options.model))
    found.push(
      `${options.model.name} leaves out executions that TSO has: what is not reached here may be reached under tso.`,
    );
  if (options.havocRange !== null && reports.some((r) => r.reason === 'havoc-range')) {
    const { lo, hi } = options.havocRange;
    found.push(`Variables without initial value were given values from ${lo} to ${hi} only.`);
  }
  return found;
}
