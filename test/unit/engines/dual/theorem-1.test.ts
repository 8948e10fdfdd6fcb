import { describe, expect, it } from '@jest/globals';
import type { DualProgram } from '../../../../src/engines/dual/dual-program.js';
import type { TsoSemantics, TsoStep } from '../../../support/dual/configurations.js';
import { dualTso } from '../../../support/dual/dual-tso.js';
import type { LoadMessage } from '../../../support/dual/dual-tso.js';
import { at } from '../../../../src/support/invariant.js';
import type { TsoExploration } from '../../../support/dual/explore-semantics.js';
import { generateDual } from '../../../support/dual/generate.js';
import { exploreClassical, exploreDual, exploreSc } from '../../../support/dual/oracle.js';
import { printDual } from '../../../support/dual/print-dual.js';
import { Random } from '../../../support/random.js';

const maxConfigurations = 10_000;

interface Case {
  readonly seed: number;
  readonly program: DualProgram;
  readonly counts: readonly number[];
  readonly classical: TsoExploration;
}

function generate(count: number): readonly Case[] {
  return Array.from({ length: count }, (_, seed) => {
    const program = generateDual(new Random(seed), { cyclic: false, parameterised: false, maxStates: 4 });
    const counts = program.kinds.map((kind) => kind.count ?? 0);
    const classical = exploreClassical(program, counts, { buffer: Infinity, maxConfigurations });
    return { seed, program, counts, classical };
  });
}

/** Read-from-buffer as the paper's Figure 2 prints it: the newest message. */
function newestFirst(semantics: TsoSemantics<LoadMessage>, program: DualProgram): TsoSemantics<LoadMessage> {
  return {
    steps: (kind, process, memory) => {
      const isRead = ({ action }: TsoStep<LoadMessage>): boolean =>
        action.kind === 'transition' &&
        at(at(program.kinds, kind).transitions, action.transition).op.kind === 'read';
      const newest = process.buffer.at(-1);
      const seen = newest?.kind === 'seen' ? [newest] : [];
      const own = process.buffer.filter((message) => message.kind === 'own');
      const asRead = { state: process.state, buffer: [...seen, ...own] };
      return [
        ...semantics.steps(kind, process, memory).filter((step) => !isRead(step)),
        ...semantics
          .steps(kind, asRead, memory)
          .filter(isRead)
          .map((step) => ({ ...step, process: { state: step.process.state, buffer: process.buffer } })),
      ];
    },
  };
}

const cases = generate(150);

describe('Theorem 1', () => {
  it('store buffers and load buffers reach the same states and memories', () => {
    const compared = cases.filter(({ seed, program, counts, classical }) => {
      const dual = exploreDual(program, counts, maxConfigurations);
      if (dual.capped) return false;
      const context = { seed, program: printDual(program) };
      expect({ ...context, outcomes: [...dual.outcomes.keys()].toSorted() }).toEqual({
        ...context,
        outcomes: [...classical.outcomes.keys()].toSorted(),
      });
      return true;
    });
    expect(compared.length).toBeGreaterThan(0.8 * cases.length);
  });

  it('is put to the test: some programs reach states that they do not under SC', () => {
    const relaxed = cases.filter(
      ({ program, counts, classical }) =>
        exploreSc(program, counts, maxConfigurations).vectors.size < classical.vectors.size,
    );
    expect(relaxed.length).toBeGreaterThan(0.04 * cases.length);
  });

  it('does not hold if Read-from-buffer takes the newest message', () => {
    const less = cases.slice(0, 80).filter(({ program, counts, classical }) => {
      const mutant = newestFirst(dualTso(program), program);
      const dual = exploreDual(program, counts, maxConfigurations, mutant);
      return !dual.capped && dual.vectors.size < classical.vectors.size;
    });
    expect(less.length).toBeGreaterThan(1);
  });
});
