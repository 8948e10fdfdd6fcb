import type { MemoryModel } from '../../src/memory/model.js';
import { at } from '../../src/support/invariant.js';
import { prepared, verified } from './compare-spin.js';
import type { SpinVerdict } from './compare-spin.js';
import { everyState, runSpin } from './spin.js';
import type { SpinOptions } from './spin.js';

export interface TemporalAnswer {
  readonly property: string;
  readonly ours: SpinVerdict;
  readonly spins: SpinVerdict;
}

/** What we and what Spin say of each temporal property that the export of a file states. */
export async function spinsAnswers(
  path: string,
  model: MemoryModel,
  options: SpinOptions = everyState,
): Promise<readonly TemporalAnswer[]> {
  const question = { path, model, bound: 1, procs: null };
  const { made } = await prepared(question);
  const answers: TemporalAnswer[] = [];
  for (const { name, property } of made.temporal) {
    const report = await verified(question, [property], 'auto');
    const ours = at(report.properties, 0).verdict;
    const spin = runSpin(made.text, {
      ...options,
      compiler: options.compiler.filter((word) => word !== '-DSAFETY'),
      pan: ['-a', '-c0', '-E', '-n', '-N', name],
    });
    const isViolated = spin.complaints.some((text) =>
      /^(acceptance cycle|claim violated|assertion violated)/.test(text),
    );
    answers.push({ property, ours, spins: isViolated ? 'unsafe' : spin.complete ? 'safe' : 'unknown' });
  }
  return answers;
}
