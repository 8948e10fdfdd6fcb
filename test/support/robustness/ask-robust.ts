import { verify } from '../../../src/library/calls.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import type { RobustKind } from './robust-verdicts.js';

export type RobustAnswer = 'safe' | 'unsafe' | 'unknown' | 'unsupported';

/** What `verify` says about the robustness of a program; throws where it fails in any other way. */
export async function askRobust(text: string, model: MemoryModel, kind: RobustKind): Promise<RobustAnswer> {
  const input = { text, name: 'program.fp' };
  const report = await verify(input, { model: model.name, robust: kind, timeout: 20 });
  if (report.verdict !== null) return report.verdict;
  if (report.reason === 'unsupported') return 'unsupported';
  throw new Error(report.errors.map(({ message }) => message).join('; '));
}
