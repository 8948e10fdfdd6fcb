import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../passes/pipelines.js';
import { Unsupported } from '../../../../src/diagnostics/diagnostic.js';
import { Choices } from '../../../../src/engines/shared/packed/choices.js';
import { PackedVariables } from '../../../../src/engines/shared/packed/packed-variables.js';
import { valueIntervals } from '../../../../src/engines/shared/packed/value-analysis.js';
import { Domains } from '../../../../src/exporters/cub/domains.js';
import { ProcNumbers } from '../../../../src/exporters/cub/proc-numbers.js';
import { knownValues } from '../../../../src/exporters/promela/known-values.js';
import { binary, int, local, shared } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { localId } from '../../../../src/lang/expr/ids.js';
import { includes, intervalOf, intervalOfType } from '../../../../src/lang/expr/interval.js';
import {
  VariableValues,
  assignmentsIn,
  intervalDomain,
} from '../../../../src/lang/program/variable-values.js';
import type { Assignment, ValueDomain } from '../../../../src/lang/program/variable-values.js';
import type { Interval } from '../../../../src/lang/expr/interval.js';
import type { Program } from '../../../../src/lang/program/program.js';
import type { System } from '../../../../src/lang/program/system.js';
import { Machine } from '../../../../src/memory/machine.js';
import type { MachineState } from '../../../../src/memory/machine.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import { at } from '../../../../src/support/invariant.js';
import { exportRequest } from '../../../support/export-request.js';
import {
  generateProgram,
  languageOptions,
  memoryOptions,
} from '../../../support/generate/generate-program.js';
import { reachedStates } from '../../../support/plain/exhaustive.js';
import { Random } from '../../../support/random.js';
import { randomSystem } from '../../engines/explicit-random.js';
import { SystemBuilder, assign, explore, havoc, model, store } from '../../engines/explicit-systems.js';
import { rangeType } from '../../../../src/lang/expr/type.js';

const programs = Number(process.env['VALUES_PROGRAMS'] ?? 40);
const start = Number(process.env['VALUES_START'] ?? 1);
const models = ['sc', 'tso', 'pso'];
/** No need to see all: whatever is reached must have been foreseen. */
const mostStates = 400;

/** A value of a cell, in memory or in a buffer, or of a local. */
interface Reached {
  readonly variable: Expr;
  /** The position among all cells and then all locals. */
  readonly index: number;
  readonly value: bigint;
}

function reached(system: System, modelName: string): readonly Reached[] {
  const machine = new Machine(system, model(modelName));
  const found = new Map<string, Reached>();
  for (const state of reachedStates(machine, mostStates))
    for (const { index, value } of valuesIn(state))
      found.set(`${index} ${value}`, { variable: variableAt(machine, index), index, value });
  return [...found.values()];
}

function valuesIn({ memory, locals, buffers }: MachineState): readonly Omit<Reached, 'variable'>[] {
  const waiting = buffers
    .flat()
    .flatMap((e) => (e.kind === 'write' ? [{ index: e.cell, value: e.value }] : []));
  return [...[...memory, ...locals].map((value, index) => ({ index, value })), ...waiting];
}

function variableAt({ cells }: Machine, index: number): Expr {
  const cell = cells.all()[index];
  if (cell === undefined) return local(localId(index - cells.count));
  const { id, shape } = cells.variable(cell);
  return shared(id, shape.kind === 'scalar' ? null : int(cells.indexIn(cell)));
}

/** The programs of a seed; the second uses all of the language. */
function programsOf(seed: number): readonly Program[] {
  const rich = { ...languageOptions, threads: [1, 2], statements: 7, depth: 2, instances: false } as const;
  return [memoryOptions, rich].map((options) => generateProgram(new Random(seed), options));
}

const systemsOf = (seed: number): readonly System[] => [
  randomSystem(seed, seed % 3 === 0),
  ...programsOf(seed).map((program) => runPipeline(toAutomata, program, { procs: null }).system),
];

/** Null where the target cannot say the program. */
function unlessUnsupported<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

/** As a search gets them that leaves nothing out. */
function packedIntervals(system: System): readonly Interval[] {
  const variables = new PackedVariables(system);
  const uses = { always: new Set(variables.all), atEnd: new Set<never>() };
  return valueIntervals(variables, new Choices(variables, uses, { lo: -1n, hi: 2n }));
}

function text({ variable, value }: Reached): string {
  return `${JSON.stringify(variable, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v))} is ${value}`;
}

describe.each(models)('what is reached under %s has been foreseen', (modelName) => {
  it('in intervals of cells and locals, by the explicit engine too', async () => {
    const wrong: string[] = [];
    for (let seed = start; seed < start + programs; seed++) {
      for (const system of systemsOf(seed)) {
        const known = packedIntervals(system);
        for (const one of reached(system, modelName))
          if (!includes(at(known, one.index), one.value)) wrong.push(`seed ${seed}: ${text(one)}`);
      }
      const system = randomSystem(seed, false);
      const known = packedIntervals(system);
      const collectFinals = [
        ...system.shared.map(({ id }) => ({ kind: 'shared', shared: id }) as const),
        ...system.locals.map(({ id }) => ({ kind: 'local', local: id }) as const),
      ];
      const { finals } = await explore(system, modelName, { collectFinals, reductions: seed % 2 === 0 });
      for (const final of finals)
        for (const [i, value] of final.entries())
          if (!includes(at(known, i), value)) wrong.push(`seed ${seed}: ${i} is ${value} at the end`);
    }
    expect(wrong).toEqual([]);
  });

  it('in sets of values', () => {
    const wrong: string[] = [];
    let few = 0;
    for (let seed = start; seed < start + programs; seed++) {
      for (const system of systemsOf(seed)) {
        const numbers = unlessUnsupported(() => new ProcNumbers(system));
        if (numbers === null) continue;
        const domains = new Domains(system, numbers);
        for (const one of reached(system, modelName)) {
          const values = domains.valuesOf(one.variable);
          if (values !== null) few++;
          if (values?.has(one.value) === false) wrong.push(`seed ${seed}: ${text(one)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(few).toBeGreaterThan(programs);
  });

  it('in intervals of the variables of a program with its buffers written in', () => {
    const wrong: string[] = [];
    for (let seed = start; seed < start + programs; seed++) {
      for (const program of programsOf(seed)) {
        const { plain, system } = exportRequest(program, model(modelName), 'generated');
        const known = knownValues(plain);
        for (const one of reached(system, 'sc'))
          if (!isTemporary(one.variable, system) && !includes(intervalOf(one.variable, known), one.value))
            wrong.push(`seed ${seed}: ${text(one)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** These are reset by a pass on the automata, of which the program does not tell. */
const isTemporary = (variable: Expr, { locals }: System): boolean =>
  variable.kind === 'local' && at(locals, variable.local).temporary;

it('tells of an assignment that was left out', () => {
  const domain: ValueDomain<Interval> = intervalDomain(
    ({ type, init }) => (init.kind === 'any' ? intervalOfType(type) : intervalOf(int(0), () => null)),
    intervalOf,
    intervalOfType,
  );
  let noticed = 0;
  for (let seed = start; seed < start + programs; seed++) {
    const system = randomSystem(seed, false);
    const all: readonly Assignment<Interval>[] = assignmentsIn(system, (id) =>
      intervalOfType(at(system.locals, id).type),
    );
    const values = reached(system, 'tso');
    const fails = all.some((left) => {
      const known = new VariableValues(
        system,
        domain,
        all.filter((a) => a !== left),
        true,
      ).all;
      return values.some((one) => !includes(at(known, one.index), one.value));
    });
    if (fails) noticed++;
  }
  expect(noticed).toBeGreaterThan(programs / 4);
});

it('counts every cell that a computed index may mean, and no other', () => {
  const s = new SystemBuilder();
  const a = s.array('a', 4);
  const p = s.thread('P');
  const [r, seen] = [p.local('r', 1, rangeType(1n, 2n)), p.local('seen')];
  p.then(havoc(r)).then(store(a, 7, local(r)), assign(seen, shared(a, local(r))));
  const ends = packedIntervals(s.build()).map(({ lo, hi }) => `${lo}..${hi}`);
  expect(ends).toEqual(['0..0', '0..7', '0..7', '0..0', '1..2', '0..7']);
});

it('knows no end of what may grow for ever, but that of its type', () => {
  const s = new SystemBuilder();
  const p = s.thread('P');
  const [free, ranged] = [p.local('free'), p.local('ranged', 0, rangeType(-50n, 100n))];
  for (const one of [free, ranged]) p.then(assign(one, binary('+', local(one), int(1))));
  const ends = packedIntervals(s.build()).map(({ lo, hi }) => `${lo}..${hi}`);
  expect(ends).toEqual(['0..null', '0..100']);
});
