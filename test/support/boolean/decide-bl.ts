import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { checkThreeValued } from '../../../src/engines/three-valued/check.js';
import type { ThreeValuedResult } from '../../../src/engines/three-valued/check.js';
import type { Tuning } from '../../../src/engines/three-valued/tuning.js';
import { readBl } from '../../../src/frontends/bl/read.js';
import type { BooleanProgram } from '../../../src/lang/boolean/boolean-program.js';
import { invariant } from '../../../src/support/invariant.js';
import type { Limits } from '../../../src/search/limits.js';
import { objection } from './boolean-replay.js';

export const noLimits: Limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/** The program that a text in the `.bl` language says. */
export function blProgram(text: string): BooleanProgram {
  const bag = new DiagnosticBag();
  const program = readBl(new Source('test.bl', text), bag);
  invariant(
    program !== null,
    `the text is read: ${bag
      .sorted()
      .map((d) => d.message)
      .join('; ')}`,
  );
  return program;
}

export const decide = (
  program: BooleanProgram,
  { merge = false, limits = noLimits, tuning }: { merge?: boolean; limits?: Limits; tuning?: Tuning } = {},
): Promise<ThreeValuedResult> =>
  checkThreeValued(
    { program, merge, limits, progress: () => undefined },
    ...(tuning === undefined ? [] : [tuning]),
  );

/** `safe`, `unsafe`, or `unknown: REASON`. */
export function verdictText({ verdict }: ThreeValuedResult): string {
  return verdict.kind === 'unknown' ? `unknown: ${verdict.reason}` : verdict.kind;
}

/** What is wrong with the run that shows the violation; null: nothing, or there is none. */
export const objectionTo = (program: BooleanProgram, { verdict }: ThreeValuedResult): string | null =>
  verdict.kind === 'unsafe' ? objection(program, verdict.run) : null;
