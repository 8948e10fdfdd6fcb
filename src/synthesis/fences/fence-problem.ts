import type { ProgramQuestion } from '../../engines/question.js';
import { formulasOf, isTemporal } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import { fairnessFor } from '../../memory/fairness.js';
import { subexpressions } from '../../lang/expr/expr.js';
import type { Limits } from '../../search/limits.js';
import { stopOf } from '../../search/limits.js';
import { Pacer } from '../../search/pacer.js';
import { at } from '../../support/invariant.js';
import { numbersBelow } from '../../support/lists.js';
import { allBut, satisfies } from '../clause.js';
import type { CandidateClause, CandidateSet } from '../clause.js';
import { AskedOfChoices } from '../asked-of-choices.js';
import type { DecidedChoice } from '../asked-of-choices.js';
import type { ProgramAsked } from '../../ask/ask.js';
import { leftOpen } from '../../ask/left-open.js';
import type { Decision } from '../../ask/decision.js';
import type { ChoiceAnswer, SelectionProblem } from '../selection-problem.js';
import { kindsAt } from './fenced-program.js';
import type { FencedProgram } from './fenced-program.js';
import type { LockableStore } from '../../pass/fence-points.js';
import { followRun } from './follow-run.js';
import type { FollowedRun, PointOf } from './follow-run.js';
import type { FenceGoal } from './fence-goal.js';
import { Unsupported } from '../../diagnostics/diagnostic.js';
import { stateProperty, violationOf } from './goal-violation.js';
import type { DecidedGoal, GoalViolation } from './goal-violation.js';
import { RunOnPlaces, edgeKey } from './run-on-places.js';
import type { CompletedRun, PlacedFences, RunHindrances } from './run-on-places.js';
import { isSameText } from './same-text.js';

/** Beyond this many states other moments of flushes are given up. */
const maxRerunStates = 3_000;
/** Longer runs are not followed: what they say is that the choice does not suffice. */
const maxRunSteps = 20_000;
/** Questions that take a processor longer have many states, or no end of them. What else the machine does changes no answer. */
const hardMicroseconds = 1_000_000;
/** Looks into the first states, in milliseconds for each length of buffers. */
const shortLook = 150;
const longLook = 2_000;
const fewStatesMB = 64;
const shortBuffers = [1, 2];

const notSoon = { kind: 'unknown', reason: 'timeout', detail: '' } as const satisfies DecidedChoice;

/** Some time is left for the runs that tell why each fence is needed. */
const tellingShare = 0.1;
const mostTelling = 10_000;

function withoutTelling(limits: Limits): Limits {
  if (limits.deadline === null) return limits;
  const left = limits.deadline - performance.now();
  return { ...limits, deadline: limits.deadline - Math.max(0, Math.min(left * tellingShare, mostTelling)) };
}

/** Where to put fences, or which ones may go, asked of an engine. */
export class FenceProblem implements SelectionProblem {
  readonly costs: readonly number[];
  readonly limitsOnceFound: Limits;
  readonly #asked: AskedOfChoices;
  /** For looks into the first states. */
  readonly #looked: AskedOfChoices;
  /** What was asked about last suffices. */
  #lastHeld = false;
  /** Some answer took long, or was none. */
  #isHard = false;
  readonly #marked = new Map<string, MarkedSystem>();
  readonly #began = performance.now();
  #queries = 0;
  #clauses = 0;
  #violatedByAll: GoalViolation | null = null;

  constructor(
    private readonly stated: ProgramAsked,
    private readonly fenced: FencedProgram,
    private readonly goal: FenceGoal,
    private readonly heard: (line: string) => void = () => undefined,
  ) {
    this.costs = fenced.candidates.map(({ cost }) => cost);
    const { question } = stated;
    this.limitsOnceFound = withoutTelling(question.limits);
    const isOfRuns = (p: Property): boolean => isTemporal(stateProperty(p, question.program));
    this.#asked = new AskedOfChoices(question.properties, isOfRuns);
    this.#looked = new AskedOfChoices(
      question.properties.filter((p) => !isOfRuns(p)),
      isOfRuns,
    );
  }

  get question(): ProgramQuestion {
    return this.stated.question;
  }

  get limits(): Limits {
    return this.question.limits;
  }

  /** A locked store beside all fences: few properties see a difference, and proofs by abstraction are harder to find. */
  isRedundant = (id: number): boolean => {
    const { candidates } = this.fenced;
    const candidate = at(candidates, id);
    const { kind, cost } = candidate;
    if (candidate.kind === 'locked' && candidate.store.text?.isInside === true) return false;
    const fence = candidates.find((c) => c.kind === 'fence' && c.fence === 'full');
    return kind === 'locked' && fence !== undefined && cost >= 2 * fence.cost;
  };

  async ask(choice: CandidateSet): Promise<ChoiceAnswer> {
    this.#queries++;
    const title = `verification ${this.#queries} (${choice.size} of ${this.costs.length} candidates, ${this.#clauses} clauses)`;
    this.question.progress({ phase: title, states: 0, frontier: 0, seconds: this.#seconds });
    const decided = await this.decide(choice, title);
    if (decided.kind === 'violated' && choice.size === this.costs.length)
      this.#violatedByAll = decided.violation;
    const answer = decided.kind === 'violated' ? await this.#learn(decided.violation, choice) : decided;
    if (answer.kind === 'violated') this.#clauses++;
    this.heard(`${title}: ${toldOf(answer)}`);
    return answer;
  }

  get #seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** Whether the goal is reached with a choice. Work that is left in the middle leaves what earlier answers told. */
  async decide(choice: CandidateSet, title: string): Promise<DecidedGoal> {
    try {
      return await this.#decided(choice, title);
    } catch (error) {
      const open = this.lastDecision(false) === null ? null : leftOpen(error);
      if (open === null) throw error;
      return this.#noted(open);
    }
  }

  async #decided(choice: CandidateSet, title: string): Promise<DecidedGoal> {
    const program = this.fenced.with(choice);
    const lowerings = this.question.lowerings.with({ program });
    const question = { ...this.question, program, lowerings };
    const asked = { ...this.stated, question };
    if (this.#isHard) {
      const soon = await this.#decidedSoon(asked, title);
      if (soon !== null) return this.#noted(soon);
    }
    const began = process.cpuUsage();
    const answer = await this.goal.decide(asked, (q, decide) => this.#asked.ask(q, title, decide));
    const { user, system } = process.cpuUsage(began);
    this.#isHard ||= answer.kind === 'unknown' || user + system > hardMicroseconds;
    if (answer.kind !== 'unknown' || stopOf(this.limits, performance.now()) !== null)
      return this.#noted(answer);
    return this.#noted((await this.#refuted(question, title, longLook)) ?? answer);
  }

  #noted(answer: DecidedGoal): DecidedGoal {
    this.#lastHeld = answer.kind === 'holds';
    return answer;
  }

  /** By a proof as the last one, or a look: what is asked next often has the same answer. Null: neither tells. */
  async #decidedSoon(asked: ProgramAsked, title: string): Promise<DecidedGoal | null> {
    const proof = async (): Promise<DecidedGoal | null> => {
      const answer = await this.goal.decide(
        asked,
        async (q, decide) => (decide === undefined ? await this.#asked.again(q, title) : null) ?? notSoon,
      );
      return answer.kind === 'unknown' ? null : answer;
    };
    const look = (): Promise<DecidedGoal | null> => this.#refuted(asked.question, title, shortLook);
    const [first, second] = this.#lastHeld ? [proof, look] : [look, proof];
    return (await first()) ?? (await second());
  }

  /**
   * Where states have no end, few of those with short buffers come first: what is violated there is violated. Null: nothing
   * was found.
   */
  async #refuted(
    question: ProgramQuestion,
    title: string,
    milliseconds: number,
  ): Promise<DecidedGoal | null> {
    const { options, limits } = question;
    if (options.engine !== 'auto' || options.procs === 'any' || question.properties.length === 0) return null;
    const given = typeof options.bound === 'number' ? options.bound : Infinity;
    for (const bound of shortBuffers.filter((entries) => entries <= given)) {
      const until = performance.now() + milliseconds;
      const deadline = Math.min(limits.deadline ?? until, until);
      const few = { ...limits, deadline, memoryMB: Math.min(limits.memoryMB ?? fewStatesMB, fewStatesMB) };
      const asked = { ...question, options: { ...options, engine: 'explicit', bound }, limits: few };
      try {
        const answer = await this.#looked.ask(asked, `${title}, buffers of ${bound}`);
        if (answer.kind === 'violated') return violationOf(question, answer.report);
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
        return null;
      }
    }
    return null;
  }

  /** What the engine said of a set that suffices; or of one that does not, with what is wrong with all candidates, if it is. */
  lastDecision(suffices: boolean): Decision | null {
    const decision = this.#asked.lastDecision(suffices);
    const violation = this.#violatedByAll;
    if (suffices || decision === null || violation === null) return decision;
    const { name, trace } = violation;
    // The goal may ask for more than the engine does, to which it is open then.
    const properties = decision.properties.map((p) =>
      p.name === name && p.verdict === 'unknown'
        ? ({ ...p, verdict: 'unsafe', reason: null, detail: null, trace } as const)
        : p,
    );
    return { ...decision, properties };
  }

  async #learn(violated: GoalViolation, choice: CandidateSet): Promise<ChoiceAnswer> {
    const { name } = violated;
    const followed = this.follow(violated);
    const unless = followed === null ? null : this.#standing(followed, choice);
    const told = followed === null || unless === null ? null : { ...this.#clauseOf(followed), unless };
    // A run that was possible with the choice is not excluded by it.
    const clause =
      followed === null || told === null || satisfies(choice, told)
        ? this.#monotone(violated, choice)
        : await this.#strongest(followed, told);
    return { kind: 'violated', property: name, clause, proposal: null };
  }

  /** What of the choice is there where threads stand before fences; null: something else is. */
  #standing({ standing }: FollowedViolation, choice: CandidateSet): readonly number[] | null {
    const found = standing.map((points) =>
      [...choice].find((id) => {
        const candidate = at(this.fenced.candidates, id);
        return candidate.kind === 'fence' && points.includes(candidate.point.id);
      }),
    );
    const all = found.flatMap((id) => id ?? []);
    return all.length < found.length ? null : [...new Set(all)];
  }

  /**
   * Fewer fences leave all runs possible, but for what counts steps, or says who moves or where threads stand: a thread that
   * waits before a label is not at it.
   */
  #monotone({ property, run }: GoalViolation, choice: CandidateSet): CandidateClause {
    const count = this.costs.length;
    if (
      run === null ||
      (property !== null && countsSteps(property)) ||
      fairnessFor(property, this.question.options.fairness) === 'weak'
    )
      return allBut(choice, count);
    const labels = labelsOf(property);
    const standing = this.#markedFor(run.system).pointsBefore(labels, (span) => this.fenced.pointOf(span));
    // A locked store is in memory in the moment in which its thread goes on; else there is a moment between.
    const isMomentSeen = property !== null && isTemporal(property) && labels.size > 0;
    const isStanding = (id: number): boolean => {
      const candidate = at(this.fenced.candidates, id);
      return candidate.kind === 'fence' ? standing.has(candidate.point.id) : isMomentSeen;
    };
    const some = numbersBelow(count).filter((n) => !this.#covers(choice, n));
    return { some, unless: [...choice].filter(isStanding) };
  }

  /** Whether a choice has the candidate, or a stronger one at its place. */
  #covers(choice: CandidateSet, candidate: number): boolean {
    if (choice.has(candidate)) return true;
    const wanted = at(this.fenced.candidates, candidate);
    if (wanted.kind !== 'fence' || wanted.fence !== 'ww') return false;
    return kindsAt([...choice].map((id) => at(this.fenced.candidates, id))).get(wanted.point.id) === 'full';
  }

  /** The run on the automata with all places marked; null: it is too long, has no end, or was not recognised. */
  follow({ run, judge, property }: GoalViolation): FollowedViolation | null {
    if (run === null || run.cycle !== null || run.execution.steps.length > maxRunSteps) return null;
    const marked = this.#markedFor(run.system);
    const pointOf = (span: Parameters<FencedProgram['pointOf']>[0]): number | null =>
      this.fenced.pointOf(span);
    const followed = followRun(run, marked.system, pointOf);
    if (followed === null) return null;
    const places = new RunOnPlaces(marked.system, this.question.options.model, pointOf, judge);
    const completed = places.completed(followed, labelsOf(property));
    return completed === null
      ? null
      : { marked, places, ...completed, hindrances: places.hindrances(completed.run) };
  }

  #clauseOf({
    marked,
    hindrances: { full, ww, unlocked },
  }: Pick<FollowedViolation, 'marked' | 'hindrances'>): CandidateClause {
    const some = this.fenced.candidates.flatMap((candidate, id) => {
      if (candidate.kind === 'locked') {
        const own = marked.storeEdges(candidate.store);
        return own.some((key) => unlocked.has(key)) ? [id] : [];
      }
      const { point, fence } = candidate;
      return (fence === 'full' ? full.has(point.id) : ww.has(point.id)) ? [id] : [];
    });
    return { some, unless: [] };
  }

  /**
   * Other moments of flushes may leave the same actions possible with more fences. What they say of other sets is the
   * clause of a run as well.
   */
  async #strongest(followed: FollowedViolation, clause: CandidateClause): Promise<CandidateClause> {
    const pacer = new Pacer(this.limits, () => undefined);
    let strongest = clause;
    for (const candidate of clause.some.toReversed()) {
      const { some } = strongest;
      if (!some.includes(candidate)) continue;
      if ((await pacer.pause()) !== null) break;
      const chosen = numbersBelow(this.costs.length).filter((id) => id === candidate || !some.includes(id));
      const fences = this.#placed(followed.marked, chosen);
      const run = followed.places.rerun(followed.run, fences, maxRerunStates);
      if (run === null) continue;
      const { marked, places } = followed;
      const better = this.#clauseOf({ marked, hindrances: places.hindrances(run) });
      if (better.some.length < some.length) strongest = { ...better, unless: clause.unless };
    }
    return strongest;
  }

  #placed(marked: MarkedSystem, chosen: readonly number[]): PlacedFences {
    const candidates = chosen.map((id) => at(this.fenced.candidates, id));
    const locked = candidates.flatMap((c) => (c.kind === 'locked' ? marked.storeEdges(c.store) : []));
    return { kinds: kindsAt(candidates), locked: new Set(locked) };
  }

  /** With as many processes as the run has. */
  #markedFor({ threads }: System): MarkedSystem {
    const { program, lowerings } = this.question;
    const template = program.threads.find(({ instances }) => instances.kind === 'any');
    const procs =
      template === undefined
        ? null
        : threads.filter(({ name }) => name.startsWith(`${template.name}(`)).length;
    const key = String(procs);
    const known = this.#marked.get(key);
    if (known !== undefined) return known;
    const all = lowerings.with({ program: this.fenced.everywhere() });
    const made = new MarkedSystem(all.of('automata', { procs, stepwise: true }).reference);
    this.#marked.set(key, made);
    return made;
  }
}

/** A violation, on the automata with all places marked. */
export interface FollowedViolation {
  readonly marked: MarkedSystem;
  readonly places: RunOnPlaces;
  readonly run: FollowedRun;
  readonly standing: CompletedRun['standing'];
  readonly hindrances: RunHindrances;
}

/** The automata with a fence at every place. */
class MarkedSystem {
  readonly #edges = new Map<LockableStore, readonly string[]>();

  constructor(readonly system: System) {}

  /** The places at which a thread that waits is not yet at one of the labels. */
  pointsBefore(labels: ReadonlySet<string>, pointOf: PointOf): ReadonlySet<number> {
    const found = new Set<number>();
    if (labels.size === 0) return found;
    for (const { edges, locations } of this.system.threads) {
      const passed = edges.flatMap((edge) => {
        const point = pointOf(edge.span);
        return point === null ? [] : [{ ...edge, point }];
      });
      const before = new Set(locations.flatMap((l) => (l.labels.some((x) => labels.has(x)) ? [l.id] : [])));
      // Places may stand behind one another.
      for (let size = -1; size < before.size;) {
        size = before.size;
        for (const { from, to, point } of passed) {
          if (!before.has(to)) continue;
          found.add(point);
          before.add(from);
        }
      }
    }
    return found;
  }

  /** The keys of the edges that are a store. */
  storeEdges(store: LockableStore): readonly string[] {
    const known = this.#edges.get(store);
    if (known !== undefined) return known;
    const keys = this.system.threads.flatMap(({ id, edges }) =>
      edges.flatMap((edge) =>
        isSameText(edge.span, store.stmt.span) && edge.actions.some((a) => a.kind === 'store')
          ? [edgeKey(id, edge.id)]
          : [],
      ),
    );
    this.#edges.set(store, keys);
    return keys;
  }
}

/** The labels that a property names, of any thread. */
const labelsOf = (property: Property | null): ReadonlySet<string> =>
  new Set(
    (property === null ? [] : formulasOf(property)).flatMap((formula) =>
      [...subexpressions(formula)].flatMap((e) => (e.kind === 'at' ? [e.label] : [])),
    ),
  );

/** How often in a row a state is seen makes a difference to it. */
export const countsSteps = (property: Property): boolean =>
  property.kind === 'never' ||
  (property.kind === 'ltl' && [...subexpressions(property.formula)].some(isNext));

const isNext = (e: { readonly kind: string; readonly op?: string }): boolean =>
  e.kind === 'temporal' && e.op === 'X';

function toldOf(answer: ChoiceAnswer): string {
  switch (answer.kind) {
    case 'holds':
      return 'enough';
    case 'violated':
      return `${answer.property} is violated, with any set that has none of ${answer.clause.some.length}`;
    case 'unknown':
      return `unknown (${answer.reason})`;
  }
}
