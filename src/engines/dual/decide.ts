import type { Execution } from '../../lang/run/execution.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { Property } from '../../lang/program/program.js';
import { refuseUnbuffered } from '../../lang/program/refuse.js';
import type { Verdict } from '../../lang/run/verdict.js';
import { rewritten } from '../../pass/lowerings.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { FindingOf, ProgramEvidence, ProgramQuestion } from '../question.js';
import { processesOf } from '../../lang/program/program.js';
import { copiesToShow, expandedIds, requireAlike } from '../shared/any-number.js';
import { executionOf, numbering } from './schedule-execution.js';
import { exploreDual } from './explore.js';
import type { DualVerdict, DualWitness } from './explore.js';

/** By backward search over load buffers, which have no bound; of processes without a number there may be any number. */
export async function decideDually(question: ProgramQuestion): Promise<FindingOf<'program'>> {
  const { options, progress, properties, program, limits, lowerings } = question;
  refuseUnbuffered(program, 'the dual engine');
  const processes = processesOf(program);
  const anyNumber = typeof options.procs !== 'number' && processes.length > 0;
  if (anyNumber) requireAlike('dual', program, properties);
  const copies = typeof options.procs === 'number' ? options.procs : copiesToShow(program, properties);
  const lowered = lowerings.of('automata', { procs: copies });
  const { system } = lowered;
  const ids = expandedIds(program, copies);
  const unbounded = anyNumber ? processes.map((t) => at(ids, t.id)) : [];
  const asked = rewritten(properties, lowered);
  const result = await exploreDual({
    ...{ system, model: options.model, properties: asked, unbounded, limits, progress },
  });
  const shown = { copies, anyNumber };
  return {
    verdicts: new Map(
      asked.map((p) => [p.name, evident(question, shown, p, getOrFail(result.verdicts, p.name))]),
    ),
    bound: null,
    warnings: result.warnings,
    remarks: anyNumber
      ? [`This is about any number of threads of ${processes.map((t) => t.name).join(', ')}.`]
      : [],
    stats: { ...result.stats },
  };
}

const evident = (
  question: ProgramQuestion,
  shown: Shown,
  property: Property,
  verdict: DualVerdict,
): Verdict<ProgramEvidence> =>
  verdict.kind === 'unsafe'
    ? { kind: 'unsafe', ...runOf(question, shown, property, verdict.witness) }
    : verdict;

interface Shown {
  readonly copies: number;
  readonly anyNumber: boolean;
}

/** The run under the plain semantics, with as many processes as it takes. */
function runOf(
  question: ProgramQuestion,
  { copies, anyNumber }: Shown,
  property: Property,
  witness: DualWitness,
): ProgramEvidence {
  const { program, options } = question;
  const needed = anyNumber ? Math.max(copies, ...numbering(witness).map((n) => n + 1)) : copies;
  const lowered = question.lowerings.of('automata', { procs: needed });
  const [small, large] = [expandedIds(program, copies), expandedIds(program, needed)];
  const threadOf = (kind: number, nth: number): ThreadId => {
    const threads = at(witness.unfolding.kinds, kind).threads;
    const template = small.findIndex((ids) => ids.includes(at(threads, 0)));
    if (anyNumber && at(program.threads, template).instances.kind === 'any')
      return at(at(large, template), nth);
    const own = at(threads, nth);
    const original = small.findIndex((ids) => ids.includes(own));
    return at(at(large, original), at(small, original).indexOf(own));
  };
  const execution = executionOf(witness, lowered.system, options.model, threadOf);
  // What is still buffered when the violation is there may stay so, unless all has to be over.
  const run = property.kind === 'final' ? execution : withoutLastFlushes(execution);
  const [same] = rewritten([property], lowered);
  return { lowered, property: same ?? property, execution: run, cycle: null, shows: 'system' };
}

function withoutLastFlushes({ initial, steps }: Execution): Execution {
  const last = steps.findLastIndex((step) => step.kind !== 'flush');
  return { initial, steps: steps.slice(0, last + 1) };
}
