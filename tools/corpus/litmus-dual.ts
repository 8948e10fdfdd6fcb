import { join } from 'node:path';
import { toAutomata } from '../../passes/pipelines.js';
import { exploreDual } from '../../src/engines/dual/explore.js';
import type { DualVerdict } from '../../src/engines/dual/explore.js';
import type { LitmusTest } from '../../src/frontends/litmus/litmus-test.js';
import { conjunction, disjunction, equal, int, local, not, shared } from '../../src/lang/expr/expr.js';
import type { Expr } from '../../src/lang/expr/expr.js';
import type { Program, Property } from '../../src/lang/program/program.js';
import { tso } from '../../src/memory/tso.js';
import { runPipeline } from '../../src/pass/run-pipeline.js';
import { getOrFail, invariant } from '../../src/support/invariant.js';
import { loadLitmus } from '../../src/ask/litmus-run.js';
import type { ExpectedOutcome, ExpectedTest } from './expected.js';
import type { ModelResult } from './litmus-corpus.js';

/** More final states than this are not asked about one by one. */
const mostStates = 64;

export interface DualLitmusResult extends ModelResult {
  /** Final states that were asked about one by one. */
  readonly states: number;
}

/**
 * Asks the dual engine under TSO whether a test's condition can be true and false at the end, whether each final state
 * that herd7 lists is reached, and whether no other is.
 */
export async function runDualLitmus(
  folder: string,
  tests: readonly ExpectedTest[],
): Promise<DualLitmusResult> {
  const disagreements: string[] = [];
  let states = 0;
  const start = performance.now();
  for (const test of tests) {
    const expected = test.models.get(tso.name);
    invariant(expected !== undefined, 'every test has its outcome under TSO');
    const { test: loaded } = loadLitmus(join(folder, test.file), toAutomata);
    const questions = questionsOf(loaded, expected);
    states += questions.filter(({ property }) => property.name.startsWith('state ')).length;
    const wrong = await wrongAnswers(loaded.program, questions);
    if (wrong.length > 0) disagreements.push(`${test.file}: ${wrong.join('; ')}`);
  }
  const seconds = (performance.now() - start) / 1000;
  return { model: `${tso.name}, dual`, tests: tests.length, states, disagreements, seconds };
}

interface LitmusQuestion {
  readonly property: Property;
  readonly expected: 'safe' | 'unsafe';
}

function questionsOf(test: LitmusTest, { observation, states }: ExpectedOutcome): readonly LitmusQuestion[] {
  const never = (name: string, formula: Expr, isReached: boolean): LitmusQuestion => ({
    property: { kind: 'final', name, formula: not(formula), span: test.span },
    expected: isReached ? 'unsafe' : 'safe',
  });
  const told = states.map((text) => ({ text, formula: stateFormula(test, text) }));
  const others = not(disjunction(told.map(({ formula }) => formula)));
  return [
    never('condition', test.condition, observation !== 'Never'),
    never('otherwise', not(test.condition), observation !== 'Always'),
    never('other states', others, false),
    ...(told.length > mostStates
      ? []
      : told.map(({ text, formula }) => never(`state ${text}`, formula, true))),
  ];
}

/** Of a line such as `0:EAX=1; x=2;`. */
function stateFormula({ observed }: LitmusTest, line: string): Expr {
  const values = new Map(
    line
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => [part.slice(0, part.lastIndexOf('=')), part.slice(part.lastIndexOf('=') + 1)] as const),
  );
  return conjunction(
    observed.map(({ text, place }) =>
      equal(
        place.kind === 'local' ? local(place.local) : shared(place.shared),
        int(BigInt(getOrFail(values, text))),
      ),
    ),
  );
}

async function wrongAnswers(
  program: Program,
  questions: readonly LitmusQuestion[],
): Promise<readonly string[]> {
  const properties = questions.map(({ property }) => property);
  const { system } = runPipeline(toAutomata, { ...program, properties }, { procs: null, model: tso });
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const { verdicts } = await exploreDual({
    ...{ system, model: tso, properties: system.properties, unbounded: [] },
    ...{ limits, progress: () => undefined },
  });
  return questions.flatMap(({ property: { name }, expected }) => {
    const found: DualVerdict = getOrFail(verdicts, name);
    return found.kind === expected ? [] : [`${name} is ${found.kind}, expected ${expected}`];
  });
}
