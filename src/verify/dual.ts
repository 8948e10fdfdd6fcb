import { unsupported } from '../diagnostics/diagnostic.js';
import { executionOf, numbering } from '../engines/dual/execution.js';
import { exploreDual } from '../engines/dual/explore.js';
import type { Witness } from '../engines/dual/explore.js';
import type { Execution } from '../ir/execution.js';
import type { ThreadId } from '../ir/ids.js';
import type { Property } from '../ir/program.js';
import { refuseUnbuffered } from '../ir/refuse.js';
import type { Lowered } from '../pass/run.js';
import { at, getOrFail } from '../support/check.js';
import { automataOf } from './automata.js';
import { confirmed } from './confirm.js';
import type { Confirmation } from './confirm.js';
import type { Decision, Question } from './decision.js';
import { rewritten } from './explicit.js';
import { propertyReport } from './property-report.js';
import { refuseTemporal } from './select.js';
import { copiesToShow, expandedIds, processesOf, requireAlike } from './unbounded.js';

/** By backward search over load buffers, which have no bound; of processes without a number there may be any number. */
export async function decideDually(
  question: Question,
  /** Of a program in which each process has its number; absent: made here. */
  automata?: Lowered,
): Promise<Decision> {
  const { options, hooks, properties, program, limits, started } = question;
  refuseTemporal(properties, 'dual');
  refuseOthers(question);
  refuseUnbuffered(program, 'the dual engine');
  const processes = processesOf(program);
  const anyNumber = typeof options.procs !== 'number' && processes.length > 0;
  if (anyNumber) requireAlike(program, properties);
  const copies = typeof options.procs === 'number' ? options.procs : copiesToShow(program, properties);
  const lowered = automata ?? automataOf(question, copies);
  const ids = expandedIds(program, copies);
  const unbounded = anyNumber ? processes.map((t) => at(ids, t.id)) : [];
  const asked = rewritten(properties, lowered);
  const request = {
    system: lowered.system,
    model: options.model,
    properties: asked,
    limits,
    progress: hooks.progress,
  };
  const result = await exploreDual(request, { unbounded });
  const { configurations, ...counted } = result.stats;
  return {
    engine: 'dual',
    method: null,
    encoding: null,
    bound: null,
    properties: asked.map((p) =>
      propertyReport(p, getOrFail(result.verdicts, p.name), ({ witness }) =>
        replayed(question, { lowered, copies, anyNumber }, p, witness),
      ),
    ),
    warnings: result.warnings,
    remarks: anyNumber
      ? [`This is about any number of threads of ${processes.map((t) => t.name).join(', ')}.`]
      : [],
    stats: {
      buildSeconds: (performance.now() - started) / 1000 - counted.checkSeconds,
      ...counted,
      configurations: configurations.generated,
      configurationsKept: configurations.kept,
      configurationsPeak: configurations.peak,
    },
  };
}

function refuseOthers({ options, properties }: Question): void {
  if (options.bound !== null) {
    unsupported(
      'the buffers of the dual engine have no bound',
      null,
      'leave out --bound, or take --engine explicit (with --procs N for processes)',
    );
  }
  if (options.havocRange !== null) {
    unsupported(
      'the dual engine knows no --havoc-range',
      null,
      'give the variables finite ranges, or take --engine explicit (with --procs N for processes)',
    );
  }
  if (properties.some((p) => p.kind === 'deadlock')) {
    unsupported(
      'deadlocks are beyond the dual engine',
      null,
      'the explicit engine finds them: --engine explicit (with --procs N for processes)',
    );
  }
}

interface Shown {
  readonly lowered: Lowered;
  readonly copies: number;
  readonly anyNumber: boolean;
}

/** The run under the plain semantics, with as many processes as it takes. */
function replayed(
  question: Question,
  { lowered, copies, anyNumber }: Shown,
  property: Property,
  witness: Witness,
): Confirmation {
  const { program, options } = question;
  const needed = anyNumber ? Math.max(copies, ...numbering(witness).map((n) => n + 1)) : copies;
  const larger = needed === copies ? lowered : automataOf(question, needed);
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
  const execution = executionOf(witness, larger.system, options.model, threadOf);
  // What is still buffered when the violation is there may stay so, unless all has to be over.
  const run = property.kind === 'final' ? execution : withoutLastFlushes(execution);
  const [same] = rewritten([property], larger);
  return confirmed(larger, options.model, same ?? property, run);
}

function withoutLastFlushes({ initial, steps }: Execution): Execution {
  const last = steps.findLastIndex((step) => step.kind !== 'flush');
  return { initial, steps: steps.slice(0, last + 1) };
}
