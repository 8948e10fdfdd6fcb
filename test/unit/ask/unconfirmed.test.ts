import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { tso } from '../../../src/memory/tso.js';
import type { Pipeline } from '../../../src/pass/run-pipeline.js';
import type { SystemPass } from '../../../src/pass/pass.js';
import { InternalError } from '../../../src/support/invariant.js';
import { root } from '../../support/golden.js';
import { verifyPath } from '../../support/verify-text.js';

/** A pass that says its steps are others than they are: the first is forgotten. */
const liar: SystemPass = {
  name: 'liar',
  summary: 'forgets a step',
  level: 'system',
  run: (system) => ({ system, mapBack: (execution) => ({ ...execution, steps: execution.steps.slice(1) }) }),
};

describe('a counterexample that does not replay', () => {
  it('is a bug, not a verdict', async () => {
    const path = join(root, 'samples/litmus/sb.fp');
    const run = async (pipeline: Pipeline) => verifyPath(path, { model: tso }, pipeline);
    await expect(run(toAutomata)).resolves.toMatchObject({ verdict: 'unsafe', property: 'not_both_zero' });
    const lying = { ...toAutomata, onSystem: [...toAutomata.onSystem, liar] };
    await expect(run(lying)).rejects.toThrow(InternalError);
    await expect(run(lying)).rejects.toThrow('does not replay');
  });
});
