import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toAutomata, withCounters } from '../../../passes/pipelines.js';
import { DiagnosticBag, Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { Source, sourceSpan } from '../../../src/diagnostics/span.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import { printProgram } from '../../../src/lang/program/print.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Program, Property } from '../../../src/lang/program/program.js';
import type { System } from '../../../src/lang/program/system.js';
import type { BufferSpec } from '../../../src/memory/bound.js';
import { modelNamed } from '../../../src/memory/index.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { buffersGrow } from '../../../src/memory/model-questions.js';
import { overflowProperty } from '../../../src/pass/overflow.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { invariant } from '../../../src/support/invariant.js';
import { generateDve } from '../../support/dve/generate-dve.js';
import { root } from '../../support/golden.js';
import { warnedFp } from '../../support/parse-fp.js';
import { Random } from '../../support/random.js';
import { formulasOfDve, parseDve } from '../../support/dve-text.js';

const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/** The names of the violated properties, as `.fp` spells them. */
async function violated(
  system: System,
  model: MemoryModel,
  bound: BufferSpec['bound'] | null,
): Promise<readonly string[]> {
  const properties = system.properties.filter((p) => !isTemporal(p));
  const { verdicts } = await exploreExplicit(
    { system, model, properties, limits, progress: () => undefined },
    { bound, havocRange: null, reductions: true, collectFinals: null },
  );
  return [...verdicts]
    .flatMap(([name, { kind }]) => (kind === 'unsafe' ? [name.replaceAll('.', '_')] : []))
    .sort();
}

/** The model, and what it could be asked of each small value of the variables that every generated model has. */
function asked(text: string, formulas: readonly string[]): Program {
  const bag = new DiagnosticBag();
  const source = new Source('model.dve', text);
  const program = parseDve(source, bag);
  const properties = formulas.map((formula, i): Property => {
    const written = new Source('formula', formula);
    const lowered = formulasOfDve(source)(written, 'invariant', bag);
    invariant(lowered !== null, 'the formula is one');
    return {
      kind: 'invariant',
      name: `f${i}`,
      formula: lowered,
      span: sourceSpan(written, 0, formula.length),
    };
  });
  bag.throwIfErrors();
  invariant(program !== null, 'the text is a model');
  return { ...program, properties: [...program.properties, ...properties] };
}

const small = [0, 1, 2];
const formulas = small.flatMap((x) => [
  ...small.map((y) => `not (x == ${x} && y == ${y} && P.q1)`),
  ...small.map((r) => `not (P->r == ${x} && Q->r == ${r})`),
  `not (P.q1 && Q.q1 && x == ${x})`,
]);

const settings = ['tso', 'pso', 'tso1', 'tso2'].flatMap((name): readonly BufferSpec[] => {
  const model = modelNamed(name);
  invariant(model !== null, 'these are models');
  return buffersGrow(model)
    ? [1, 2].map((all) => ({ model, bound: { all } }))
    : [{ model, bound: { all: Infinity } }];
});

/** By the direct semantics, by the automata of the buffers written out, and by their text. */
async function threeAnswers(program: Program, spec: BufferSpec): Promise<readonly (readonly string[])[]> {
  const { model, bound } = spec;
  const direct = runPipeline(toAutomata, program, { procs: null, model });
  const limit = buffersGrow(model) ? bound : null;
  const written = runPipeline(withCounters(model), program, { procs: null, buffers: spec });
  const overflow = overflowProperty(written);
  const own = (names: readonly string[]): readonly string[] => names.filter((name) => name !== overflow);
  const again = runPipeline(toAutomata, warnedFp(printProgram(written.program)).program, {
    procs: null,
    model: sc,
  });
  return [
    await violated(direct.system, model, limit),
    own(await violated(written.system, sc, null)),
    own(await violated(again.system, sc, null)),
  ];
}

describe('sections that are one step, with the buffers written out', () => {
  const folder = join(root, 'samples', 'dve');
  const samples = readdirSync(folder).filter((file) => file.endsWith('.dve') && file !== 'mailbox.dve');
  it.each(samples)('%s has the verdicts of the direct semantics', async (file) => {
    const program = asked(readFileSync(join(folder, file), 'utf8'), []);
    for (const spec of settings) {
      const [direct, ...others] = await threeAnswers(program, spec);
      expect([spec.model.name, ...others]).toEqual([spec.model.name, direct, direct]);
    }
  });

  it('generated models violate what they violate directly', async () => {
    let compared = 0;
    let weak = 0;
    for (let seed = 1; seed <= 24; seed++) {
      const program = asked(
        generateDve(new Random(seed), { channels: seed % 3 === 0, looks: false }),
        formulas,
      );
      const underSc = await violated(runPipeline(toAutomata, program, { procs: null }).system, sc, null);
      for (const spec of settings) {
        try {
          const [direct, ...others] = await threeAnswers(program, spec);
          expect([seed, spec, ...others]).toEqual([seed, spec, direct, direct]);
          compared++;
          if (String(direct) !== String(underSc)) weak++;
        } catch (error) {
          if (!(error instanceof Unsupported)) throw error;
        }
      }
    }
    expect({ compared: compared > 70, weak: weak > 10 }).toEqual({ compared: true, weak: true });
  });

  it('waits as a whole: no flush of its own lies inside', async () => {
    const program = asked(
      `int x, y; process P { byte r; state q0, q1; init q0; trans q0 -> q1 { effect x = 1, y = 1, x = x + 1, y = 2; }; }
       process Q { byte r; state q0, q1; init q0; trans q0 -> q1 { guard x == 1; effect r = 1; }; } system async;`,
      ['not Q.q1'],
    );
    for (const spec of settings) expect(await threeAnswers(program, spec)).toEqual([[], [], []]);
  });
});
