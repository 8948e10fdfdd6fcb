import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { Pacer } from '../shared/pacer.js';
import type { Stop } from '../shared/pacer.js';
import { at } from '../../support/check.js';
import { examine } from './path/path-formula.js';
import { makePlan } from './plan.js';
import type { Plan } from './plan.js';
import type { ThreeValuedRequest, ThreeValuedResult, ThreeValuedVerdict } from './question.js';
import { Search } from './search.js';
import type { Findings } from './search.js';
import { exploreExactly } from './symbolic/explore.js';
import { neverBegun } from './vacuity.js';

/**
 * Decides the property of a Boolean program. Three-valued states first: if none of them violates the property, none of
 * the states that they stand for does. A violation among them is looked for among real runs, along the path that led to
 * it; if it is not found there, the exact search decides.
 */
export async function checkThreeValued(request: ThreeValuedRequest): Promise<ThreeValuedResult> {
  const plan = makePlan(request.program);
  const search = new Search(plan, request.limits, request.merge);
  let phase = 'search';
  const pacer = new Pacer(request.limits, (seconds) => {
    const { count } = search.states;
    request.progress({ phase, states: count, frontier: count - search.expanded, seconds });
  });
  const findings = await search.run(pacer);
  let states = search.states.count;
  const verdict = await conclude();
  return {
    verdict,
    warnings: [] satisfies readonly Diagnostic[],
    stats: { states, transitions: findings.transitions, checkSeconds: pacer.seconds },
    tableBytes: search.states.bytes,
  };

  async function conclude(): Promise<ThreeValuedVerdict> {
    if (findings.violation === null) return withoutViolation(plan, search.states.count, findings);
    const examined = examine(request.program, search.pathTo(findings.violation));
    if (examined.kind === 'real') return { kind: 'unsafe', run: examined.run };
    if (request.merge) return mergedTooMuch;
    phase = 'exact search';
    const exact = await exploreExactly(plan, request.limits, pacer);
    states += exact.states;
    switch (exact.kind) {
      case 'unsafe':
        return { kind: 'unsafe', run: exact.run };
      case 'stopped':
        return exact.stop === null ? tooCoarse : stopped(exact.stop);
      case 'safe':
        return { kind: 'safe' };
    }
  }
}

const tooCoarse: ThreeValuedVerdict = {
  kind: 'unknown',
  reason: 'spurious',
  detail: 'three-valued states are too coarse here, and there are too many exact ones',
};

const mergedTooMuch: ThreeValuedVerdict = {
  kind: 'unknown',
  reason: 'spurious',
  detail: 'the joined states are too coarse here: no run takes the path to the violation; try it without --merge',
};

const stopped = ({ reason, why }: Stop): ThreeValuedVerdict => ({ kind: 'unknown', reason, detail: why });

/** Nothing was found; but a search of nothing finds nothing. */
function withoutViolation(plan: Plan, states: number, findings: Findings): ThreeValuedVerdict {
  if (findings.stop !== null) return stopped(findings.stop);
  if (states === 0) {
    const detail = 'no run gets through the initialisation: there is no state in which the property could fail';
    return { kind: 'unknown', reason: 'vacuous', detail };
  }
  if (findings.astray !== null) {
    const detail = 'a jump to a label that does not exist can be reached, so what the program does is not known';
    return { kind: 'unknown', reason: 'astray', detail };
  }
  const [thread] = neverBegun(plan, findings.moved);
  if (thread === undefined) return { kind: 'safe' };
  const { name } = at(plan.program.threads, thread);
  const detail = `thread ${name} never gets past its first statement, although nothing there makes it wait: the program is stuck, not safe`;
  return { kind: 'unknown', reason: 'vacuous', detail };
}
