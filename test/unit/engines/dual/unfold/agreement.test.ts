import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../../passes/pipelines.js';
import { Unsupported } from '../../../../../src/diagnostics/diagnostic.js';
import { ThreadView } from '../../../../../src/engines/dual/unfold/thread-view.js';
import type { Unfolding } from '../../../../../src/engines/dual/unfolding.js';
import type { GlobalTarget } from '../../../../../src/engines/dual/dual-program.js';
import { int, sharedReads } from '../../../../../src/lang/expr/expr.js';
import type { LocalId } from '../../../../../src/lang/expr/ids.js';
import { printSystem } from '../../../../../src/lang/program/print-system.js';
import type { LocalVar, Program, Property, SharedVar } from '../../../../../src/lang/program/program.js';
import type { System } from '../../../../../src/lang/program/system.js';
import { Machine } from '../../../../../src/memory/machine.js';
import type { MemoryModel } from '../../../../../src/memory/model.js';
import { sc } from '../../../../../src/memory/sc.js';
import { tso } from '../../../../../src/memory/tso.js';
import { runPipeline } from '../../../../../src/pass/run-pipeline.js';
import { InternalError, at } from '../../../../../src/support/invariant.js';
import { keptPositions, mentionedLocals } from '../../../../../src/engines/dual/unfold/kept-locals.js';
import { allTargetsOf, unfolded } from '../../../../support/dual/unfolded.js';
import { dualVectors, machineVectors } from '../../../../support/dual/vectors.js';
import type { Vectors } from '../../../../support/dual/vectors.js';
import { Random, generateProgram, memoryOptions } from '../../../../support/generate/generate-program.js';
import type { GeneratorOptions } from '../../../../support/generate/generate-program.js';
import { generateProperties } from '../../../../support/generate/generate-properties.js';
import { randomSystem } from '../../explicit-random.js';

const programs = Number(process.env['DUAL_PROGRAMS'] ?? 60);
const start = Number(process.env['DUAL_START'] ?? 1);
const maxStates = 4000;
const faults: readonly Property[] = (['div', 'bounds', 'range'] as const).map((name) => ({
  kind: name,
  name,
}));

/** Small programs with many sections. */
const sections: GeneratorOptions = {
  ...memoryOptions,
  threads: [2, 2],
  sharedVars: [2, 3],
  statements: 5,
  weights: [
    ...([
      ['store', 6],
      ['load', 5],
      ['compute', 1],
      ['if', 1],
      ['while', 0.5],
      ['either', 1],
    ] as const),
    ...([
      ['atomic', 4],
      ['locked', 2],
      ['rmw', 2],
      ['fence', 2],
      ['assume', 1],
      ['assert', 2],
      ['havoc', 1],
    ] as const),
  ],
};

/** Arrays, divisions, initial values that are open or follow from others. */
const everything: GeneratorOptions = { ...sections, statements: 4, depth: 1, everything: true };

/** Several threads that run the same. */
const instances: GeneratorOptions = { ...sections, threads: [1, 2], statements: 3, instances: true };

/** The dual engine refuses integers that begin with any value. */
function closed(program: Program): Program {
  const settled = <V extends SharedVar | LocalVar>(variable: V): V =>
    variable.type.kind === 'int' && variable.init.kind === 'any'
      ? { ...variable, init: { kind: 'value', value: int(1) } }
      : variable;
  return { ...program, shared: program.shared.map(settled), locals: program.locals.map(settled) };
}

/** With properties that the dual engine decides. */
function judged(program: Program, random: Random): Program {
  const invariants = generateProperties(random, { ...program, shared: [] });
  const finals = generateProperties(random, program);
  const chosen = [...invariants, ...finals].flatMap((p, i): Property[] => {
    const isFinal = i >= invariants.length;
    return p.kind === (isFinal ? 'final' : 'invariant') ? [{ ...p, name: `${p.kind} ${i}` }] : [];
  });
  return { ...program, properties: [...chosen, ...program.properties] };
}

function generated(seed: number, options: GeneratorOptions): System {
  const random = new Random(seed * 7919 + 3);
  const program = judged(closed(generateProgram(random, options)), random);
  const { reference, system } = runPipeline(toAutomata, program, { procs: random.between(1, 2) });
  return seed % 2 === 0 ? reference : system;
}

function targetsByName(system: System, unfolding: Unfolding): ReadonlyMap<string, readonly GlobalTarget[]> {
  return new Map(
    [...system.properties, ...faults].map((p) => [p.name, allTargetsOf(p, system, unfolding)] as const),
  );
}

interface Compared {
  readonly expected: Vectors;
  readonly found: Vectors | null;
}

/** What the system does and what its unfolding does; null if that is too much, or not for the dual engine. */
async function compared(
  system: System,
  model: MemoryModel,
  kept: ReadonlySet<LocalId>,
): Promise<Compared | null> {
  const asked = new Set([...kept, ...mentionedLocals(system.properties)]);
  const views = system.threads.map((thread) => new ThreadView(system, thread));
  const mentioned = new Set(
    keptPositions(views, asked, []).flatMap((positions, t) =>
      [...positions].map((position) => at(at(views, t).locals, position).id),
    ),
  );
  const options = { mentioned, maxStates, bound: Infinity };
  const expected = machineVectors(new Machine(system, model), options);
  if (expected === null) return null;
  const unfolding = await unfolded(system, model, { mentioned: asked });
  const targets = targetsByName(system, unfolding);
  const found = dualVectors(unfolding, targets, { ...options, maxStates: Infinity });
  return { expected, found };
}

/** Small systems of any kind, some of which nobody can write in a program. */
function anySystem(seed: number): System {
  const system = randomSystem(seed, seed % 3 === 0);
  const decided = (p: Property): boolean =>
    p.kind !== 'deadlock' && !(p.kind === 'invariant' && sharedReads(p.formula).length > 0);
  return { ...system, properties: system.properties.filter(decided) };
}

const beyond = (error: unknown): boolean =>
  error instanceof Unsupported ||
  // A locked store without a lock is no system that a program gives.
  (error instanceof InternalError && error.message.includes('a locked store follows a lock'));

describe('the classical semantics of an unfolding does what the system does', () => {
  const sources = [
    ['plain programs', (seed: number) => generated(seed, memoryOptions)],
    ['sections', (seed: number) => generated(seed, sections)],
    ['everything', (seed: number) => generated(seed, everything)],
    ['instances', (seed: number) => generated(seed, instances)],
    ['any systems', anySystem],
  ] as const;
  for (const [name, make] of sources) {
    for (const model of [sc, tso]) {
      it(`${name} under ${model.name}`, async () => {
        let seen = 0;
        for (let seed = start; seed < start + programs; seed++) {
          const system = make(seed);
          const kept = seed % 4 < 2 ? [] : system.locals.filter((v) => !v.temporary).map((v) => v.id);
          const both = await compared(system, model, new Set(kept)).catch((error: unknown) => {
            if (beyond(error)) return null;
            throw error;
          });
          if (both === null) continue;
          seen++;
          const text = (): string => printSystem(system);
          expect({ seed, text: text(), ...both.found }).toEqual({ seed, text: text(), ...both.expected });
        }
        expect(seen).toBeGreaterThan(programs / 3);
      });
    }
  }
});
