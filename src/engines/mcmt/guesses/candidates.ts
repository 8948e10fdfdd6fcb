import { isHeapFull, requireTime, Stopped } from '../../../search/limits.js';
import type { Limits, ProgressListener } from '../../../search/limits.js';
import { Pacer } from '../../../search/pacer.js';
import type { Cube } from '../cubes/cube.js';
import { CubeTooLarge } from '../cubes/finish.js';
import type { BackwardProblem } from '../cubes/problem.js';
import { Subsumption } from '../cubes/subsume.js';
import type { PreImages } from '../steps/preimage.js';
import { CandidateGraph } from './candidate-graph.js';
import type { CandidateCube, Need } from './candidate-graph.js';
import type { KnownStates } from './known-states.js';

export type CandidatesEnd =
  /** Nothing leads into any of these, and the roots are parts of them. */
  { readonly kind: 'closed'; readonly cubes: readonly Cube[] } | { readonly kind: 'nowhere' };

/** What a proof would consist of as it is now. */
interface Standing {
  readonly chosen: ReadonlySet<CandidateCube>;
  readonly unmet: readonly Need[];
}

const yieldsPerPause = 8;
/** So many options of a need are gone back from before one is chosen. */
const mostLookedAt = 12;

/**
 * All guesses at once: where a guess of `Guesses` is one of many cubes that hold in no known state, here they all are candidates, and
 * those to which a step leads from something that no candidate covers are struck out (Flanagan and Leino's Houdini, FME 2001, with the
 * candidates that steps back from the roots ask for). Which ones are wrong need not be found out one after the other by
 * paths to initial states. Most that are left are true and not needed, so a proof is put together of few: the need with the fewest
 * options is met next, by the one of them that asks for least.
 */
export class Candidates {
  readonly #graph: CandidateGraph;
  readonly #subsumption = new Subsumption();
  /** Options of needs that are about to be met. */
  #open: CandidateCube[] = [];
  /** The need whose options were gone back from. */
  #prepared: Need | null = null;
  expanded = 0;

  constructor(
    private readonly problem: BackwardProblem,
    known: readonly KnownStates[],
    private readonly preImages: PreImages,
    private readonly limits: Limits,
    private readonly progress: ProgressListener,
  ) {
    this.#graph = new CandidateGraph(problem, known);
  }

  /** Roughly proportional to time. */
  get #effort(): number {
    return this.preImages.instances + this.#graph.tests / 2;
  }

  get made(): number {
    return this.#graph.made;
  }

  /** Until it is clear, or after so much effort. */
  async run(roots: readonly Cube[], maxEffort: number): Promise<CandidatesEnd> {
    const pacer = new Pacer(this.limits, (seconds) =>
      this.progress({ phase: 'candidates', states: this.expanded, frontier: this.made, seconds }),
    );
    const goals = roots.map((root) => this.#graph.needFor(root));
    for (;;) {
      if ((await pacer.pause()) !== null || this.#isFull()) return { kind: 'nowhere' };
      if (goals.some((need) => need.isLost)) return { kind: 'nowhere' };
      if (this.problem.oracle.isWanted || this.#effort > maxEffort) return { kind: 'nowhere' };
      const next = this.#open.pop();
      if (next !== undefined) {
        if (!(await this.#expand(next, pacer))) return { kind: 'nowhere' };
        continue;
      }
      const { chosen, unmet } = this.#standing(goals);
      const need = fewestOptions(unmet);
      if (need === null) return { kind: 'closed', cubes: [...chosen].map(({ cube }) => cube) };
      this.#meet(need, chosen);
    }
  }

  #isFull(): boolean {
    return this.expanded % 64 === 0 && isHeapFull(this.limits);
  }

  /** From the goals to what was chosen for them, and what that needs. */
  #standing(goals: readonly Need[]): Standing {
    const chosen = new Set<CandidateCube>();
    const seen = new Set(goals);
    const open: Need[] = [];
    // Also goes through those that are added on the way.
    for (const need of seen) {
      const { choice } = need;
      if (choice === null || choice.state === 'failed') open.push(need);
      else if (!chosen.has(choice)) {
        chosen.add(choice);
        for (const more of choice.needs) seen.add(more);
      }
    }
    const unmet = open.filter((need) => {
      this.#graph.compare(need);
      return !need.options.some((option) => chosen.has(option));
    });
    return { chosen, unmet };
  }

  /** Options are gone back from first, so that it is known what they ask for. */
  #meet(need: Need, chosen: ReadonlySet<CandidateCube>): void {
    if (this.#prepared !== need) {
      this.#prepared = need;
      this.#open = this.#mostPromising(need);
      if (this.#open.length > 0) return;
    }
    this.#prepared = null;
    let least = Infinity;
    for (const option of need.options) {
      if (option.state !== 'expanded') continue;
      const cost = this.#cost(option, need, chosen);
      if (cost >= least) continue;
      least = cost;
      need.choice = option;
    }
  }

  /** Those with few facts about few processes that many needs could do with; the best last. */
  #mostPromising(need: Need): CandidateCube[] {
    const rank = (option: CandidateCube): number =>
      2 * option.cube.size + option.cube.procs - Math.log2(this.#graph.demandFor(option) + 1) / 2;
    return need.options
      .map((option) => ({ option, rank: rank(option) }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, mostLookedAt)
      .map(({ option }) => option)
      .filter(({ state }) => state === 'open')
      .reverse();
  }

  /** How much would have to be shown beside what was chosen; what has few options is the hardest. */
  #cost(option: CandidateCube, need: Need, chosen: ReadonlySet<CandidateCube>): number {
    let cost = 0;
    for (const other of option.needs) {
      if (other === need) continue;
      this.#graph.compare(other);
      if (!other.options.some((one) => one === option || chosen.has(one)))
        cost += 1 + 4 / other.options.length;
    }
    return cost;
  }

  /** False: it was stopped. */
  async #expand(candidate: CandidateCube, pacer: Pacer): Promise<boolean> {
    if (candidate.state !== 'open') return true;
    // More may be known by now.
    if (this.#graph.isKnown(candidate.cube)) {
      this.#graph.fail(candidate);
      return true;
    }
    this.expanded++;
    const before: Cube[] = [];
    try {
      const steps = this.#stepsInto(candidate.cube, before);
      for (let count = 1; steps.next().done !== true; count++) {
        if (count % yieldsPerPause === 0 && (await pacer.pause()) !== null) return false;
      }
    } catch (error) {
      if (error instanceof Stopped) return false;
      if (!(error instanceof CubeTooLarge)) throw error;
      this.#graph.fail(candidate);
      return true;
    }
    this.#graph.expand(candidate, before);
    return true;
  }

  #stepsInto(cube: Cube, before: Cube[]): Generator<void> {
    return this.preImages.of(cube, this.preImages.into(cube), (one) => {
      // One instance of a transition may lead to very many cubes.
      requireTime(this.limits);
      if (!this.#subsumption.covers(cube, one)) before.push(one);
    });
  }
}

/** It leaves the least choice. Null: there are no needs. */
function fewestOptions(needs: readonly Need[]): Need | null {
  let fewest: Need | null = null;
  for (const need of needs) if (fewest === null || need.options.length < fewest.options.length) fewest = need;
  return fewest;
}
