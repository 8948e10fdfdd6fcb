import { copiedProgram, sampledProgram } from '../../../src/engines/quantified/few-threads.js';
import type { CopiedProgram } from '../../../src/engines/quantified/few-threads.js';
import { proveForAll } from '../../../src/engines/quantified/invariant-search.js';
import type { Proved } from '../../../src/engines/quantified/invariant-search.js';
import type { Program } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { askedAbout } from '../asked.js';
import { copiesToShow } from '../../../src/engines/shared/any-number.js';

const pace = {
  pause: () => Promise.resolve(),
  watch: () => undefined,
  secondsLeft: () => Infinity,
};

export interface ProvedProgram {
  readonly program: CopiedProgram;
  readonly proved: Proved;
}

/** What the engine makes of small samples of the program. */
export async function provedOf(
  program: Program,
  model: MemoryModel,
  { room = 1, most = 600, isThorough = false } = {},
): Promise<ProvedProgram> {
  const { question } = askedAbout(program, { model, procs: 'any', engine: 'quantified' });
  const least = Math.max(2, copiesToShow(program, program.properties));
  const samples = [];
  for (const procs of [least, least + 1])
    samples.push((await sampledProgram(question, { procs, room, most }, pace.pause)).instance);
  const copied = copiedProgram(question);
  return { program: copied, proved: await proveForAll(copied, room, samples, pace, isThorough) };
}
