import { param, shared } from '../../../src/lang/expr/expr.js';
import { sharedId, threadId } from '../../../src/lang/expr/ids.js';
import { implicitProperties } from '../../../src/lang/program/implicit.js';
import type {
  Init,
  Instances,
  LocalVar,
  Program,
  Property,
  VariableShape,
  SharedVar,
  Thread,
} from '../../../src/lang/program/program.js';
import { everyStatement } from '../../../src/lang/program/walk-statements.js';
import { BodyGenerator } from './generate-body.js';
import { intExpr } from './generate-expr.js';
import { generatePredicates, generateProperties } from './generate-properties.js';
import { constantOf, span, valueType } from './generate-values.js';
import type { GeneratorOptions } from './generator-options.js';
import type { Random } from '../random.js';

export { languageOptions, memoryOptions } from './generator-options.js';
export type { GeneratorOptions, StmtChoice } from './generator-options.js';
export { Random } from '../random.js';

/** A program without errors, the same for the same random numbers and options. */
export function generateProgram(random: Random, options: GeneratorOptions): Program {
  const signatures = threadSignatures(random, options);
  const variables = sharedVars(random, options, signatures);
  const locals: LocalVar[] = [];
  const threads = signatures.map(({ name, instances }, i): Thread => {
    const id = threadId(i);
    const params = instances.kind === 'one' ? [] : [param(id)];
    const body = new BodyGenerator(random, options, variables, { id, params, firstLocal: locals.length });
    const block = body.generate();
    locals.push(...body.locals);
    return { id, name, instances, body: block, span };
  });
  const parts = { name: 'generated', shared: variables, locals, threads };
  return {
    ...parts,
    properties: [
      ...(options.properties ? generateProperties(random, parts) : []),
      ...assertProperties(threads),
      ...implicitProperties(parts),
    ],
    predicates: options.properties ? generatePredicates(random, parts) : [],
  };
}

/** A number of the range, the smallest more often than others: what interacts does so among few. */
function fewOf(random: Random, [fewest, most]: readonly [number, number]): number {
  return random.chance(0.4) ? fewest : random.between(fewest, most);
}

type ThreadSignature = Pick<Thread, 'name' | 'instances'>;

function threadSignatures(random: Random, options: GeneratorOptions): readonly ThreadSignature[] {
  const count = fewOf(random, options.threads);
  return ['P', 'Q', 'R', 'T']
    .slice(0, count)
    .map((name) => ({ name, instances: someInstances(random, options) }));
}

function someInstances(random: Random, options: GeneratorOptions): Instances {
  const kind = options.instances ? random.below(4) : 0;
  if (kind < 2) return { kind: 'one' };
  if (kind === 2) return { kind: 'any', param: 'me' };
  const lo = random.below(2);
  return { kind: 'range', param: 'me', lo, hi: lo + random.below(2) };
}

function sharedVars(
  random: Random,
  options: GeneratorOptions,
  threads: readonly ThreadSignature[],
): readonly SharedVar[] {
  const count = fewOf(random, options.sharedVars);
  const variables: SharedVar[] = [];
  for (const name of ['x', 'y', 'z', 'u'].slice(0, count)) {
    const type = valueType(random, options);
    const shape = options.everything ? anyShape(random, threads) : ({ kind: 'scalar' } as const);
    const init = sharedInit(random, options, { type, shape }, variables);
    variables.push({ id: sharedId(variables.length), name, type, shape, init, span });
  }
  return variables;
}

function anyShape(random: Random, threads: readonly ThreadSignature[]): VariableShape {
  const owners = threads.flatMap((thread, i) => (thread.instances.kind === 'one' ? [] : [threadId(i)]));
  if (owners.length > 0 && random.chance(0.2)) return { kind: 'per-instance', thread: random.pick(owners) };
  return random.chance(0.3) ? { kind: 'array', length: random.between(1, 3) } : { kind: 'scalar' };
}

function sharedInit(
  random: Random,
  options: GeneratorOptions,
  { type, shape }: Pick<SharedVar, 'type' | 'shape'>,
  earlier: readonly SharedVar[],
): Init {
  if (!options.everything) return { kind: 'value', value: constantOf(random, options, type, 0.8) };
  if (random.chance(0.2)) return { kind: 'any' };
  if (shape.kind === 'array' && random.chance(0.5)) {
    const values = Array.from({ length: shape.length }, () => constantOf(random, options, type, 0.3));
    return { kind: 'cells', values };
  }
  const ints = earlier
    .filter((v) => v.shape.kind === 'scalar' && v.type.kind !== 'bool')
    .map((v) => shared(v.id));
  if (type.kind === 'int' && random.chance(0.4)) {
    const simple = { depth: 2, maxValue: options.maxValue, divides: false, implies: false };
    return { kind: 'value', value: intExpr(random, { ints, bools: [] }, simple) };
  }
  return { kind: 'value', value: constantOf(random, options, type, 0.3) };
}

/** Asserts of one name share a property. */
function assertProperties(threads: readonly Thread[]): readonly Property[] {
  const stmts = threads.flatMap(({ body }) => [...everyStatement(body)]);
  const names = new Set(stmts.flatMap((stmt) => (stmt.kind === 'assert' ? [stmt.property] : [])));
  return [...names].map((name) => ({ kind: 'assert', name, span }));
}
