import type { BooleanProgram, BooleanVariable } from '../../../src/lang/boolean/boolean-program.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import { booleanId } from '../../../src/lang/expr/ids.js';
import type { BooleanId } from '../../../src/lang/expr/ids.js';
import { at } from '../../../src/support/invariant.js';
import { BooleanAutomaton } from './generate-boolean-automaton.js';
import { writeBlock } from './generate-boolean-body.js';
import type { Body, WrittenThread } from './generate-boolean-parts.js';
import { someOf, someTrueCube } from './generate-boolean-formula.js';
import { initialWeights } from './generate-boolean-options.js';
import type { BooleanOptions } from './generate-boolean-options.js';
import { someProperty } from './generate-boolean-property.js';
import type { Random } from '../random.js';

export { booleanOptions } from './generate-boolean-options.js';
export type { BooleanOptions } from './generate-boolean-options.js';
export { Random } from '../random.js';

type Common = Pick<Body, 'random' | 'shared' | 'targets' | 'lock' | 'pairs'>;

/** A Boolean program, the same for the same random numbers and options. */
export function generateBoolean(random: Random, options: BooleanOptions): BooleanProgram {
  const count = 1 + random.between(...options.threads);
  const variables = someVariables(random, options, count);
  const of = (thread: number | null): readonly BooleanId[] =>
    variables.filter((variable) => variable.thread === thread).map(({ id }) => id);
  const shared = of(null);
  const common: Common = { random, shared, targets: shared, lock: at(shared, 0), pairs: [] };
  const initial = writeThread(common, options, { index: 0, locals: of(0) });
  // What the initialisation has made equal stays so in some programs, as does the lock that only lockers touch.
  const kept = new Set([
    ...(random.chance(0.85) ? [common.lock] : []),
    ...(random.chance(0.75) ? common.pairs.flat() : []),
  ]);
  const targets = shared.filter((id) => !kept.has(id));
  const written = [initial];
  for (let index = 1; index < count; index++)
    written.push(writeThread({ ...common, targets }, options, { index, locals: of(index) }));
  const infeasible = random.chance(0.15) ? someInfeasible(random, shared) : [];
  const threads = written.map(({ thread }) => thread);
  const property = someProperty(random, variables, written);
  return { name: 'generated', variables, threads, infeasible, property };
}

function someVariables(random: Random, options: BooleanOptions, threads: number): readonly BooleanVariable[] {
  const shared = Array.from({ length: fewOf(random, options.shared) }, (_, i) => `B${i}`);
  // One set of names for each thread, as the text form has it.
  const locals = Array.from({ length: fewOf(random, options.locals) }, (_, i) => `t${i}`);
  const owned = Array.from({ length: threads }, (_, thread) => locals.map((name) => ({ name, thread })));
  return [...shared.map((name) => ({ name, thread: null })), ...owned.flat()].map(({ name, thread }, i) => ({
    id: booleanId(i),
    name,
    thread,
    meaning: null,
    digit: null,
  }));
}

/** A number of the range, small ones more often: states are many soon enough. */
const fewOf = (random: Random, [fewest, most]: readonly [number, number]): number =>
  Math.min(random.between(fewest, most), random.between(fewest, most));

function writeThread(
  common: Common,
  options: BooleanOptions,
  { index, locals }: { readonly index: number; readonly locals: readonly BooleanId[] },
): WrittenThread {
  const { random } = common;
  const isInitial = index === 0;
  const automaton = new BooleanAutomaton();
  const body: Body = {
    ...common,
    automaton,
    locals,
    weights: isInitial ? initialWeights : options.weights,
    errors: [],
    critical: [],
  };
  const statements = isInitial ? random.between(1, 4) : random.between(...options.statements);
  writeBlock(body, automaton.entry, automaton.end, statements, isInitial ? 1 : options.depth);
  const { errors, critical } = body;
  return { thread: automaton.thread(isInitial ? 'init' : String(index)), errors, critical };
}

/** None excludes the state in which every variable is false. */
const someInfeasible = (random: Random, shared: readonly BooleanId[]): readonly Formula[] =>
  Array.from({ length: random.between(1, 2) }, () =>
    someTrueCube(random, someOf(random, shared, random.between(2, 3))),
  );
