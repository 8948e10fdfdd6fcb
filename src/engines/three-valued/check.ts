import type { BooleanCommand, BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { BooleanRun } from '../../lang/boolean/boolean-run.js';
import { someGuardHolds } from '../../lang/boolean/guards.js';
import { goesAstray, neverBegins, neverMoves, neverSeen } from '../../lang/boolean/no-proof.js';
import type { Verdict } from '../../lang/run/verdict.js';
import type { EngineStats } from '../engine-request.js';
import { Pacer } from '../../search/pacer.js';
import type { Limits, ProgressListener, Stop } from '../../search/limits.js';
import { at, invariant } from '../../support/invariant.js';
import { examine } from './path/path-formula.js';
import type { PathAnswer } from './path/path-formula.js';
import { makePlan } from './search-plan.js';
import type { AlikeThreads } from './symmetry/alike-threads.js';
import { StateSettler } from './symmetry/settle-states.js';
import { TurnedSteps } from './symmetry/turned-path.js';
import type { ThreeValuedPlan } from './search-plan.js';
import { ThreeValuedSearch } from './search.js';
import type { StateOrder, ThreeValuedFindings } from './search.js';
import { usual } from './tuning.js';
import type { Tuning } from './tuning.js';
import type { SearchPath } from './way.js';

/** What the three-valued engine is asked. The program has a property. */
export interface ThreeValuedRequest {
  readonly program: BooleanProgram;
  /** Keep one state for each combination of locations, the join of all that come there: fewer states, less precise. */
  readonly merge: boolean;
  readonly limits: Limits;
  readonly progress: ProgressListener;
  /** Threads that are not told apart: of all states that differ in who is who one is visited. Null: every state is. */
  readonly alike?: AlikeThreads | null;
}

export interface ThreeValuedResult {
  readonly verdict: ThreeValuedVerdict;
  /** Of a property of final states: some state was found in which all threads have ended. */
  readonly finals: boolean;
  readonly stats: EngineStats;
}

export type ThreeValuedVerdict = Verdict<{ readonly run: BooleanRun }>;

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
  const result = await new ThreeValuedRounds(request, tuning, 'all states').decide();
  const isUnlike = request.alike?.startsAlike === false;
  if (isUnlike && isAboutSomebody(result.verdict))
    return checkThreeValued({ ...request, alike: null }, tuning);
  if ((!request.merge && !isUnlike) || result.verdict.kind !== 'safe') return result;
  // The first steps of threads may be what joining made up, or those of a thread that begins otherwise: they are looked for
  // without.
  const begun = await new ThreeValuedRounds(
    { ...request, merge: false, alike: null },
    tuning,
    'all threads move',
  ).decide();
  return begun.verdict.kind === 'unknown' ? { ...result, verdict: begun.verdict } : result;
}

/** It is said of a thread, and may hold for another one that begins otherwise. */
const isAboutSomebody = (verdict: ThreeValuedVerdict): boolean =>
  verdict.kind === 'unknown' && (verdict.reason === 'astray' || verdict.reason === 'vacuous');

interface Unreal {
  readonly path: SearchPath;
  readonly why: 'spurious' | 'unsure';
}

/** Where a search may end that has found nothing: at the end of all states, or as soon as it knows that threads begin. */
type SearchUntil = 'all states' | 'all threads move';

class ThreeValuedRounds {
  readonly #exact = new Set<BooleanCommand>();
  readonly #pacer: Pacer;
  readonly #turned: TurnedSteps | null;
  #search: ThreeValuedSearch | null = null;
  #earlier = 0;
  #transitions = 0;
  #ended = false;

  constructor(
    private readonly request: ThreeValuedRequest,
    private readonly tuning: Tuning,
    private readonly until: SearchUntil,
  ) {
    const { alike = null, merge } = request;
    // What is joined is no longer one state of those that differ in who is who.
    this.#turned = alike === null || merge ? null : new TurnedSteps(alike);
    this.#pacer = new Pacer(request.limits, (seconds) => {
      const phase = this.#exact.size === 0 ? 'search' : 'search with split states';
      const count = this.#search?.states.count ?? 0;
      const frontier = count - (this.#search?.expanded ?? 0);
      request.progress({ phase, states: this.#earlier + count, frontier, seconds });
    });
  }

  async decide(): Promise<ThreeValuedResult> {
    for (let round = 1; ; round++) {
      const unreal = await this.#next();
      if ('verdict' in unreal) return unreal;
      if (this.#makeExact(unreal.path, round >= mostRounds)) continue;
      invariant(unreal.why === 'unsure', 'where every command is exact, every path is real');
      return this.#result(tooHard);
    }
  }

  /** The result, or a path that no run takes, or that none was found to take. */
  async #next(): Promise<ThreeValuedResult | Unreal> {
    const { program, limits, merge } = this.request;
    const plan = makePlan(program, this.#exact, this.tuning);
    this.#earlier += this.#search?.states.count ?? 0;
    const awaited = this.until === 'all threads move' ? eagerThreads(plan) : null;
    const search = new ThreeValuedSearch(plan, limits, merge, awaited, this.#orderFor(plan));
    this.#search = search;
    const findings = await search.run(this.#pacer);
    this.#transitions += search.transitions;
    this.#ended = findings.ended;
    if (findings.violation === null) {
      const verdict = withoutViolation(plan, search.states.count, findings);
      const unreal = merge ? null : await this.#unrealStep(plan, search, findings, verdict);
      return unreal ?? this.#result(verdict);
    }
    const path = search.pathTo(findings.violation);
    const examined = await this.#examine(path, 'violation');
    if (examined.kind === 'real') return this.#result({ kind: 'unsafe', run: examined.run });
    if (examined.kind === 'stopped') return this.#result(stopped(examined.stop));
    return merge ? this.#result(mergedTooMuch) : { path, why: findings.doubtful ? 'unsure' : examined.kind };
  }

  #orderFor(plan: ThreeValuedPlan): StateOrder | null {
    if (this.#turned === null) return null;
    const settler = StateSettler.of(plan, this.#turned.alike);
    return settler === null ? null : { settler, turned: this.#turned };
  }

  /**
   * That threads have moved, that there is a state at all, or that a jump goes astray, may be what three-valued states
   * made up.
   */
  async #unrealStep(
    plan: ThreeValuedPlan,
    search: ThreeValuedSearch,
    findings: ThreeValuedFindings,
    verdict: ThreeValuedVerdict,
  ): Promise<ThreeValuedResult | Unreal | null> {
    const { moved, astray } = findings;
    const steps =
      verdict.kind === 'safe'
        ? [...new Set(eagerThreads(plan).flatMap((t) => moved.get(t) ?? []))]
        : verdict.kind === 'unknown' && verdict.reason === 'astray' && astray !== null
          ? [astray]
          : null;
    if (steps === null) return null;
    const paths = steps.length === 0 ? [search.pathTo(0)] : steps.map((step) => search.pathThrough(step));
    for (const path of paths) {
      const examined = await this.#examine(path, 'any');
      if (examined.kind === 'stopped') return this.#result(stopped(examined.stop));
      if (examined.kind === 'spurious') return { path, why: examined.kind };
    }
    return null;
  }

  #examine(path: SearchPath, wanted: 'any' | 'violation'): Promise<PathAnswer> {
    return examine(this.request.program, path, wanted, () => this.#pacer.pause());
  }

  /** False: everything was exact already, and yet the path was not found to be real. */
  #makeExact({ steps }: SearchPath, everything: boolean): boolean {
    const before = this.#exact.size;
    for (const step of steps)
      for (const command of this.#turned?.counterparts(step) ?? [step.command]) this.#exact.add(command);
    if (everything || this.#exact.size === before) {
      for (const command of commandsOf(this.request.program)) this.#exact.add(command);
    }
    return this.#exact.size > before;
  }

  #result(verdict: ThreeValuedVerdict): ThreeValuedResult {
    const stats: EngineStats = {
      states: this.#search?.states.count ?? 0,
      transitions: this.#transitions,
      checkSeconds: this.#pacer.seconds,
      tableBytes: this.#search?.states.bytes ?? 0,
    };
    return { verdict, finals: this.#ended, stats };
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
function withoutViolation(
  plan: ThreeValuedPlan,
  states: number,
  findings: ThreeValuedFindings,
): ThreeValuedVerdict {
  if (findings.stop !== null) return stopped(findings.stop);
  const { program } = plan;
  if (findings.astray !== null) {
    const { way, to } = findings.astray;
    return { kind: 'unknown', reason: 'astray', detail: goesAstray(program, way?.thread ?? 0, to.location) };
  }
  if (states === 0) return { kind: 'unknown', reason: 'vacuous', detail: neverBegins };
  const thread = eagerThreads(plan).find((t) => !findings.moved.has(t));
  const detail = thread === undefined ? neverSeen(program) : neverMoves(program, thread);
  return detail === null ? { kind: 'safe' } : { kind: 'unknown', reason: 'vacuous', detail };
}

/**
 * Threads whose first statement never waits. If such a thread never leaves the place where it stops first, some condition
 * behind it never holds, and what looks safe is only stuck.
 */
function eagerThreads({ program, graphs }: ThreeValuedPlan): readonly number[] {
  return graphs
    .filter(({ thread, entry }) => {
      if (thread === 0 || entry.chains.length === 0) return false;
      return someGuardHolds(at(program.threads, thread).commands.filter((c) => c.from === entry.location));
    })
    .map(({ thread }) => thread);
}
