import { expect, it } from '@jest/globals';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import { extrapolate } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import type { RuleFamily } from '../../../../src/abstraction/extrapolate/extrapolate.js';
import type { AbstractionResult } from '../../../../src/abstraction/abstraction-request.js';
import type { SolverChoice } from '../../../../src/smt/smt.js';
import { authorsProgram } from '../../../support/synthesis/authors-program.js';
import { requestFor } from '../../../support/abstraction/extrapolated.js';
import { propertiesOf, searchLazily } from '../../../support/abstraction/lazy-agreement.js';
import { verdictText } from '../../../support/abstraction/lazy-search.js';
import { withFences } from '../../../support/synthesis/orig-fences.js';
import { corpusFolder, describeOver } from '../../frontends/corpus.js';

const folder = corpusFolder('cupex');

interface Setting {
  readonly rules: RuleFamily;
  readonly fences: boolean;
  readonly encoding?: 'shapes' | 'counters';
  readonly bound?: number;
  readonly solver?: SolverChoice;
}

async function decide(
  name: string,
  { rules, fences, encoding = 'shapes', bound = 1, solver }: Setting,
): Promise<AbstractionResult> {
  const request = requestFor(authorsProgram(folder, name, fences ? withFences : undefined), {
    rules,
    encoding,
    bound,
  });
  const formulas = extrapolate(request).map((p) => p.formula);
  return searchLazily(toCommands(request.system), formulas, propertiesOf(request.system), solver);
}

const texts = ({ verdicts }: AbstractionResult): readonly string[] => [...verdicts.values()].map(verdictText);

const names = ['dekker', 'peterson', 'abp', 'szymanski', 'queue', 'bakery', 'ticket'];

describeOver(folder)("the authors' programs, lazily (needs $FENCEPOST_CORPUS)", () => {
  it.each(names)('%s is safe under SC, and with fences under TSO and PSO', async (name) => {
    for (const [rules, fences] of [
      ['sc', false],
      ['tso', true],
      ['pso', true],
    ] as const) {
      const result = await decide(name, { rules, fences });
      expect(new Set(texts(result))).toEqual(new Set(['safe']));
      expect(result.stats.smtCalls).toBeLessThan(200);
      expect(result.stats.states).toBeLessThan(2000);
    }
  });

  it.each(names)('%s with fences is safe with buffers as counters', async (name) => {
    for (const rules of ['tso', 'pso'] as const) {
      const result = await decide(name, { rules, fences: true, encoding: 'counters' });
      expect(new Set(texts(result))).toEqual(new Set(['safe']));
      expect(result.stats.smtCalls).toBeLessThan(1000);
    }
  });

  it('gives the same verdicts by Z3 alone', async () => {
    const result = await decide('ticket', { rules: 'pso', fences: true, solver: 'z3' });
    expect(texts(result)).toEqual(['safe', 'safe']);
    expect(result.stats.z3Calls).toBe(result.stats.smtCalls);
  });

  it.each(['dekker', 'peterson', 'szymanski', 'bakery', 'ticket'])(
    '%s without fences is unsafe',
    async (name) => {
      for (const rules of ['tso', 'pso'] as const) {
        for (const bound of [1, 2]) {
          const [mutex] = texts(await decide(name, { rules, fences: false, bound }));
          expect(mutex).toMatch(/^unsafe/);
        }
      }
    },
  );
});
