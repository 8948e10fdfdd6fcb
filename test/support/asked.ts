import { plainText } from '../../src/frontends/frontend.js';
import { languages } from '../../src/frontends/index.js';
import type { Program, Property } from '../../src/lang/program/program.js';
import { Lowerings } from '../../src/pass/lowerings.js';
import type { ProgramAsked } from '../../src/ask/ask.js';
import { limitsOf } from '../../src/ask/limits-of-run.js';
import { usualOptions } from '../../src/ask/verify-options.js';
import type { VerifyOptions } from '../../src/ask/verify-options.js';
import { pipelines } from './pipelines-with-hooks.js';

/** As the command line does without options, but for the engine and a limit of time. */
export const usualAsked: VerifyOptions = { ...usualOptions, engine: 'explicit', timeoutSeconds: 20 };

/** What is asked of a program that is in no file. */
export function askedAbout(
  program: Program,
  given: Partial<VerifyOptions>,
  properties: readonly Property[] = program.properties,
): ProgramAsked {
  const options = { ...usualAsked, ...given };
  const { signal } = new AbortController();
  const hooks = { languages, pipelines, signal, progress: () => undefined };
  const ground = { pipelines, program, model: options.model, atomicWrites: null };
  return {
    question: {
      ...{ program, properties, options, lowerings: new Lowerings(ground) },
      limits: limitsOf(options, performance.now(), signal),
      progress: hooks.progress,
    },
    ...{ hooks, pipelines, atomicWrites: null, fencePlaces: null, reading: plainText },
  };
}
