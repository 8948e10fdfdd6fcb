import type { ProgramAsked } from '../ask/ask.js';
import type { Decision } from '../ask/decision.js';
import { unsupported, wrongQuestion } from '../diagnostics/diagnostic.js';
import type { ProgramQuestion } from '../engines/question.js';
import { givenNumber } from '../engines/refusals.js';
import { processesOf } from '../lang/program/program.js';
import { hasBuffers, isExactTso } from '../memory/model-questions.js';
import { assertNever } from '../support/invariant.js';
import { decideStates } from './decide-states.js';
import { decideTraces } from './decide-traces.js';

export type RobustnessKind = 'state' | 'trace';

/** Whether a program behaves under the memory model of the question as it does under SC. */
export async function decideRobustness(asked: ProgramAsked, kind: RobustnessKind): Promise<Decision> {
  const { question } = asked;
  refuseModel(question, kind);
  refuseLimits(question);
  const [process] = processesOf(question.program);
  if (process !== undefined && givenNumber(question.options) === null)
    unsupported('robustness is decided for a number of processes', process.span, 'give it with --procs N');
  switch (kind) {
    case 'trace':
      return decideTraces(asked);
    case 'state':
      return decideStates(asked);
    default:
      return assertNever(kind);
  }
}

/** A run that leaves what was lowered might be the one that is new. */
function refuseLimits({ program }: ProgramQuestion): void {
  const limit = program.properties.find((p) => p.kind === 'assert' && p.limit !== undefined);
  if (limit?.kind === 'assert')
    unsupported(
      'whether a program is robust of which some runs may be left out',
      limit.span,
      'make each object once, and give each variable a value before it is read',
    );
}

function refuseModel({ options: { model, bound } }: ProgramQuestion, kind: RobustnessKind): void {
  if (!hasBuffers(model))
    wrongQuestion('under sc every program is robust', null, 'ask about a weak model: --model tso');
  if (kind === 'state') return;
  if (!isExactTso(model))
    unsupported(
      `trace robustness is decided against tso only: under ${model.name} a store may be overtaken by later stores, or wait for room, and that one thread's delays suffice for a violation is proven for TSO`,
      null,
      'take --model tso, or --robust state',
    );
  if (bound !== null)
    wrongQuestion('--bound does not go with --robust trace: it is about buffers of any length');
}
