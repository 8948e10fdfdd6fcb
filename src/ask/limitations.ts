import type { Program } from '../lang/program/program.js';
import type { Decision } from './decision.js';
import type { VerifyOptions } from './verify-options.js';
import type { PropertyReport } from './report.js';
import { storesWait } from '../memory/model-questions.js';

/** What an answer does not say, in whole sentences; printed on the line before the verdict. */
export function limitations(
  hasProcesses: boolean,
  options: Pick<VerifyOptions, 'procs' | 'model' | 'havocRange'>,
  reports: readonly PropertyReport[],
): readonly string[] {
  const safe = reports.some((r) => r.verdict === 'safe');
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
  if (options.havocRange !== null && reports.some((r) => r.reason === 'havoc-range')) {
    const { lo, hi } = options.havocRange;
    found.push(`Variables without initial value were given values from ${lo} to ${hi} only.`);
  }
  return found;
}

/** Where a search of all states has no end, another engine may have an answer. */
export async function endless(
  program: Program,
  { engine, properties }: Decision,
  asked: string,
): Promise<readonly string[]> {
  if (engine !== 'explicit' || asked === 'explicit') return [];
  if (!properties.some((p) => p.reason !== null && endlessReasons.has(p.reason))) return [];
  const { growing } = await import('../engines/abstract/growing.js');
  const names = growing(program);
  if (names.length === 0) return [];
  return [
    `States may have no end here (${names.join(', ')} may grow): with predicates { ... } about them the abstract engine may decide this.`,
  ];
}

const endlessReasons: ReadonlySet<string> = new Set(['timeout', 'memory', 'integer-limit', 'interrupted']);
