import type { BooleanCommand, BooleanProgram } from '../../ir/boolean-program.js';
import type { EngineStats } from '../engine.js';
import { Pacer } from '../shared/pacer.js';
import type { Stop } from '../shared/pacer.js';
import { at, invariant } from '../../support/check.js';
import { examine } from './path/path-formula.js';
import type { Path } from './path/path.js';
import { makePlan } from './plan.js';
import type { Plan } from './plan.js';
import type { ThreeValuedRequest, ThreeValuedResult, ThreeValuedVerdict } from './question.js';
import { Search } from './search.js';
import type { Findings } from './search.js';
import { usual } from './tuning.js';
import type { Tuning } from './tuning.js';
import { eagerThreads } from './vacuity.js';

/** After so many rounds of splitting where a path needed it, states are split everywhere. */
const mostRounds = 6;

/**
 * Decides the property of a Boolean program. Three-valued states first: if none of them violates the property, none of
 * the states that they stand for does. The path to one that does is examined: either some run takes it, or something was
 * lost on it. Then the search begins again, and splits states so that the commands of that path lose nothing. Where all
 * commands are exact, all paths are real, so this comes to an end.
 */
export async function checkThreeValued(
  request: ThreeValuedRequest,
  tuning: Tuning = usual,
): Promise<ThreeValuedResult> {
  const rounds = new Rounds(request, tuning);
  for (let round = 1; ; round++) {
    const unreal = await rounds.next();
    if ('verdict' in unreal) return unreal;
    if (rounds.makeExact(unreal.path, round >= mostRounds)) continue;
    invariant(unreal.why === 'unsure', 'where every command is exact, every path is real');
    return rounds.result(tooHard);
  }
}

interface Unreal {
  readonly path: Path;
  readonly why: 'spurious' | 'unsure';
}

class Rounds {
  readonly #exact = new Set<BooleanCommand>();
  readonly #pacer: Pacer;
  #search: Search | null = null;
  #earlier = 0;
  #transitions = 0;

  constructor(
    private readonly request: ThreeValuedRequest,
    private readonly tuning: Tuning,
  ) {
    this.#pacer = new Pacer(request.limits, (seconds) => {
      const phase = this.#exact.size === 0 ? 'search' : 'search with split states';
      const count = this.#search?.states.count ?? 0;
      const frontier = count - (this.#search?.expanded ?? 0);
      request.progress({ phase, states: this.#earlier + count, frontier, seconds });
    });
  }

  /** The result, or a path that no run takes, or that none was found to take. */
  async next(): Promise<ThreeValuedResult | Unreal> {
    const { program, limits, merge } = this.request;
    const plan = makePlan(program, this.#exact, this.tuning);
    this.#earlier += this.#search?.states.count ?? 0;
    const search = new Search(plan, limits, merge);
    this.#search = search;
    const findings = await search.run(this.#pacer);
    this.#transitions += findings.transitions;
    if (findings.violation === null) {
      const verdict = withoutViolation(plan, search.states.count, findings);
      const unreal = verdict.kind === 'safe' && !merge ? this.#unrealMove(plan, search, findings) : null;
      return unreal ?? this.result(verdict);
    }
    const path = search.pathTo(findings.violation);
    const examined = examine(program, path, 'violation');
    if (examined.kind === 'real') return this.result({ kind: 'unsafe', run: examined.run });
    return merge ? this.result(mergedTooMuch) : { path, why: examined.kind };
  }

  /** That threads have moved, or that there is a state at all, may be what three-valued states made up. */
  #unrealMove(plan: Plan, search: Search, { moved }: Findings): Unreal | null {
    const steps = eagerThreads(plan).flatMap((t) => moved.get(t) ?? []);
    const paths = steps.length === 0 ? [search.pathTo(0)] : steps.map((step) => search.pathThrough(step));
    const path = paths.find((p) => examine(this.request.program, p, 'any').kind === 'spurious');
    return path === undefined ? null : { path, why: 'spurious' };
  }

  /** False: everything was exact already, and yet the path was not found to be real. */
  makeExact({ steps }: Path, everything: boolean): boolean {
    const before = this.#exact.size;
    for (const { command } of steps) this.#exact.add(command);
    if (everything || this.#exact.size === before) {
      for (const command of commandsOf(this.request.program)) this.#exact.add(command);
    }
    return this.#exact.size > before;
  }

  result(verdict: ThreeValuedVerdict): ThreeValuedResult {
    const stats: EngineStats = {
      states: this.#search?.states.count ?? 0,
      transitions: this.#transitions,
      checkSeconds: this.#pacer.seconds,
      tableBytes: this.#search?.states.bytes ?? 0,
    };
    return { verdict, warnings: [], stats };
  }
}

const commandsOf = ({ threads }: BooleanProgram): readonly BooleanCommand[] =>
  threads.flatMap((t) => t.commands);

const tooHard: ThreeValuedVerdict = {
  kind: 'unknown',
  reason: 'unconfirmed',
  detail: 'a path to a violation was found, but whether some run takes it was too hard a question',
};

const mergedTooMuch: ThreeValuedVerdict = {
  kind: 'unknown',
  reason: 'spurious',
  detail:
    'the joined states are too coarse here: no run takes the path to the violation; try it without --merge',
};

const stopped = ({ reason, why }: Stop): ThreeValuedVerdict => ({ kind: 'unknown', reason, detail: why });

/** Nothing was found; but a search of nothing finds nothing. */
function withoutViolation(plan: Plan, states: number, findings: Findings): ThreeValuedVerdict {
  if (findings.stop !== null) return stopped(findings.stop);
  if (states === 0) {
    const detail =
      'no run gets through the initialisation: there is no state in which the property could fail';
    return { kind: 'unknown', reason: 'vacuous', detail };
  }
  if (findings.astray !== null) {
    const detail =
      'a jump to a label that does not exist can be reached, so what the program does is not known';
    return { kind: 'unknown', reason: 'astray', detail };
  }
  const thread = eagerThreads(plan).find((t) => !findings.moved.has(t));
  if (thread === undefined) return { kind: 'safe' };
  const { name } = at(plan.program.threads, thread);
  const detail = `thread ${name} never gets past its first statement, although nothing there makes it wait: the program is stuck, not safe`;
  return { kind: 'unknown', reason: 'vacuous', detail };
}
