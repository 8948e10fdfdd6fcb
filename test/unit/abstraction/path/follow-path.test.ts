import { describe, expect, it } from '@jest/globals';
import type {
  Command,
  CommandPath,
  CommandProgram,
  StateProperty,
} from '../../../../src/abstraction/command-program.js';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import { typesOf } from '../../../../src/abstraction/commands/command-variables.js';
import { executionOf } from '../../../../src/abstraction/path/execution-of.js';
import { followPath } from '../../../../src/abstraction/path/follow-path.js';
import { replay } from '../../../../src/evidence/replay.js';
import type { Program, Property } from '../../../../src/lang/program/program.js';
import type { BufferSpec } from '../../../../src/memory/bound.js';
import { Machine } from '../../../../src/memory/machine.js';
import { pso } from '../../../../src/memory/pso.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import type { Lowered } from '../../../../src/pass/run-pipeline.js';
import { openSmt } from '../../../../src/smt/session.js';
import type { Answer, Literal, Smt, SmtOptions, SolverChoice } from '../../../../src/smt/smt.js';
import { at } from '../../../../src/support/invariant.js';
import { encoded } from '../../../support/plain/encoded.js';
import { Random, generateProgram, memoryOptions } from '../../../support/generate/generate-program.js';
import { parseFp } from '../../../support/parse-fp.js';
import { PathSets } from '../../../support/plain/path-sets.js';

interface Chosen {
  readonly path: CommandPath;
  /** How many of its steps some run can take. */
  readonly follows: number;
  readonly sets: PathSets;
  /** Whether no thread is inside a section at the end. */
  readonly outside: boolean;
}

/** A path by the locations alone, that likes steps which some run can take. */
function somePath(program: CommandProgram, random: Random, steps: number): Chosen {
  const places = program.threads.map((t) => t.entry);
  const sets = new PathSets(program);
  const path: Command[] = [];
  let follows = 0;
  const isInside = (t: number): boolean => at(at(program.threads, t).locations, at(places, t)).atomic;
  for (let last = false; !last && path.length < steps;) {
    const inside = program.threads.filter((t) => isInside(t.id));
    const movers = inside.length > 0 ? inside : program.threads;
    const offered = movers.flatMap((t) => t.commands.filter((c) => c.from === at(places, t.id)));
    const possible = offered.filter((c) => sets.wouldBe(c) > 0);
    const choices = possible.length > 0 && random.chance(0.97) ? possible : offered;
    if (choices.length === 0) break;
    const command = random.pick(choices);
    path.push(command);
    sets.take(command);
    if (sets.size > 0) follows++;
    places[command.thread] = command.to;
    last = command.end.kind === 'violates';
  }
  return { path, follows, sets, outside: !program.threads.some((t) => isInside(t.id)) };
}

interface Counts {
  feasible: number;
  infeasible: number;
  violating: number;
  invariants: number;
  readonly complaints: string[];
}

const counts = (): Counts => ({ feasible: 0, infeasible: 0, violating: 0, invariants: 0, complaints: [] });

class Follower {
  readonly #program: CommandProgram;

  constructor(
    private readonly lowered: Lowered,
    private readonly buffers: BufferSpec,
    private readonly open: typeof openSmt,
    private readonly solver: SolverChoice,
    private readonly found: Counts,
  ) {
    this.#program = toCommands(lowered.system);
  }

  async follow(random: Random, paths: number): Promise<void> {
    const smt = this.open({ solver: this.solver, typeOf: typesOf(this.#program) });
    try {
      for (let i = 0; i < paths; i++) {
        const chosen = somePath(this.#program, random, 25);
        const { path, follows, sets, outside } = chosen;
        const plain = await followPath(this.#program, smt, path, null);
        this.#compare(plain, path, follows, follows === path.length, null);
        const last = path.at(-1);
        if (!outside || last === undefined || last.end.kind === 'violates') continue;
        for (const stated of this.#program.stateProperties.filter((p) => p.property.kind === 'invariant')) {
          const possible = follows === path.length && sets.canBeFalse(stated);
          const answer = await followPath(this.#program, smt, path, stated);
          this.found.invariants++;
          this.#compare(answer, path, follows, possible, stated);
        }
      }
    } finally {
      smt.dispose();
    }
  }

  #compare(
    answer: Awaited<ReturnType<typeof followPath>>,
    path: CommandPath,
    follows: number,
    possible: boolean,
    stated: StateProperty | null,
  ): void {
    const { complaints } = this.found;
    if (answer.kind === 'unknown') complaints.push(answer.detail);
    if (answer.kind === 'infeasible') {
      this.found.infeasible++;
      if (possible) complaints.push('a path that some run takes is infeasible');
      if (answer.follows !== follows) complaints.push(`${answer.follows} steps are possible, not ${follows}`);
    }
    if (answer.kind !== 'feasible') return;
    this.found.feasible++;
    if (!possible) complaints.push('a path that no run takes is feasible');
    this.#replay(path, executionOf(this.#program, path, answer.values), stated);
  }

  #replay(path: CommandPath, run: ReturnType<typeof executionOf>, stated: StateProperty | null): void {
    const { reference, system, mapBack } = this.lowered;
    const last = path.at(-1);
    const name = last?.end.kind === 'violates' ? last.end.property : stated?.property.name;
    if (last?.end.kind === 'violates') this.found.violating++;
    const here = replay(new Machine(system, sc), run, propertyNamed(system.properties, name));
    if (here.kind !== 'accepted') this.found.complaints.push(`${name ?? 'a path'}: ${here.why}`);
    const back = replay(
      new Machine(reference, this.buffers.model),
      mapBack(run),
      propertyNamed(reference.properties, name),
    );
    if (back.kind !== 'accepted') this.found.complaints.push(`${name ?? 'a path'} led back: ${back.why}`);
  }
}

const propertyNamed = (properties: readonly Property[], name: string | undefined): Property | null =>
  properties.find((p) => p.name === name) ?? null;

const settings: readonly BufferSpec[] = [
  { model: sc, bound: { all: 1 } },
  { model: tso, bound: { all: 2 } },
  { model: pso, bound: { all: 1 } },
];

async function followed(
  program: Program,
  seed: number,
  found: Counts,
  paths: number,
  solver: SolverChoice = 'auto',
  open = openSmt,
): Promise<void> {
  for (const buffers of settings) {
    for (const encoding of ['shapes', 'counters'] as const) {
      const before = found.complaints.length;
      const lowered = encoded(program, buffers, encoding);
      await new Follower(lowered, buffers, open, solver, found).follow(new Random(seed), paths);
      if (found.complaints.length > before)
        found.complaints.push(`... with seed ${seed}, ${buffers.model.name}, ${encoding}`);
    }
  }
}

/** A solver that gives no small cores, and shows every other model only. */
function openUnhelpful(options: SmtOptions): Smt {
  const smt = openSmt(options);
  let withheld = false;
  const check = (assumptions: readonly Literal[]): Answer => {
    const answer = smt.check(assumptions);
    if (answer.kind === 'unsat') return { ...answer, core: assumptions };
    withheld = !withheld;
    return answer.kind === 'sat' && withheld ? { ...answer, model: null } : answer;
  };
  return {
    prepare: (formulas) => smt.prepare(formulas),
    literal: (formula) => smt.literal(formula),
    check,
    holds: (formula, model) => smt.holds(formula, model),
    counts: smt.counts,
    dispose: () => smt.dispose(),
  };
}

describe('a path is followed where some run takes it, and as far', () => {
  it('in programs about memory', async () => {
    const found = counts();
    const options = { ...memoryOptions, properties: true };
    for (let seed = 1; seed <= 25; seed++)
      await followed(generateProgram(new Random(seed), options), seed, found, 4);
    expect(found.complaints).toEqual([]);
    expect(found.feasible).toBeGreaterThan(50);
    expect(found.infeasible).toBeGreaterThan(50);
    expect(found.violating).toBeGreaterThan(10);
    expect(found.invariants).toBeGreaterThan(100);
  });

  const drawing = `
    shared int[0..2] x; shared bool b; shared int y = x + 1; shared int a[2] = 0;
    thread P { local int[0..2] r, s; local int t = 0;
      while (t < y) { L: havoc r; havoc s; assert(r < s + y); a[r] = s; b = !b; t = a[0] + r - s; } }
    thread Q { local int u = 0; local bool b2; while (b) { u = a[1]; if (u != 0) { havoc b2; b = b2; } } }
    invariant !b || a[0] < y;
    invariant P at L -> y > 1 || P.t > 0;`;

  it.each([
    ['z3', drawing],
    ['auto', drawing],
    ['dl', drawing.replace('s + y', 's + 1').replace('a[0] + r - s', 'a[0]')],
  ] as const)('with solver %s, where every step draws values', async (solver, text) => {
    const found = counts();
    await followed(parseFp(text), 1, found, 10, solver);
    expect(found.complaints).toEqual([]);
    expect(found.feasible).toBeGreaterThan(10);
  });

  it('by a solver that is of little help', async () => {
    const found = counts();
    await followed(parseFp(drawing), 1, found, 10, 'auto', openUnhelpful);
    expect(found.complaints).toEqual([]);
    expect(found.feasible).toBeGreaterThan(10);
    expect(found.infeasible).toBeGreaterThan(10);
  });

  it('says that it does not know where the solver cannot read the path', async () => {
    const program = parseFp(
      'shared int x, y; thread P { local int r = 0; atomic { r = x + y; assert(r > 0); } }',
    );
    const commands = toCommands(encoded(program, at(settings, 0), 'shapes').system);
    const smt = openSmt({ solver: 'dl', typeOf: typesOf(commands) });
    const assertFails = at(commands.threads, 0).commands.find((c) => c.end.kind === 'violates');
    if (assertFails === undefined) throw new Error('the assert can fail');
    expect((await followPath(commands, smt, [assertFails], null)).kind).toBe('unknown');
    smt.dispose();
  });
});
