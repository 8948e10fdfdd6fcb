import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import type { Command, CommandProgram } from '../command-program.js';
import { conjuncts } from '../conjuncts.js';
import { isAtomic, livePredicates, PackedPlaces } from './packed-places.js';
import type { Mask } from '../bits.js';
import type { Posts } from './posts.js';
import { conditionsOf } from './property-conditions.js';
import type { Condition } from './property-conditions.js';
import type { PredicateTransformer } from './transformer.js';

/** A command with what the search needs of it. */
export interface LazyStep {
  readonly command: Command;
  /** Among the commands of all threads. */
  readonly number: number;
  readonly transformer: PredicateTransformer;
  /** The property that taking it violates. */
  readonly violates: string | null;
}

/** A program prepared for searching: the same in all rounds. */
export interface LazyPlan {
  readonly program: CommandProgram;
  readonly posts: Posts;
  readonly places: PackedPlaces;
  readonly initial: PredicateTransformer;
  readonly steps: readonly LazyStep[];
  /** By thread and location. */
  readonly leaving: readonly (readonly (readonly LazyStep[])[])[];
  readonly live: readonly (readonly Mask[])[];
  readonly atomic: readonly Uint8Array[];
  readonly conditions: readonly Condition[];
}

export function makePlan(program: CommandProgram, posts: Posts, wanted: ReadonlySet<string>): LazyPlan {
  const { threads } = program;
  const { formulas, words } = posts.vocabulary;
  const steps: LazyStep[] = [];
  for (const command of threads.flatMap(({ commands }) => commands)) {
    const violates = command.end.kind === 'violates' ? command.end.property : null;
    const updates = violates === null ? command.updates : [];
    const transformer = posts.transformer(command.guard.flatMap(conjuncts), updates);
    steps.push({ command, number: steps.length, transformer, violates });
  }
  const byThread = byNumber(steps, threads.length, ({ command }) => command.thread);
  return {
    program,
    posts,
    places: new PackedPlaces(threads),
    initial: posts.transformer(program.initial.flatMap(conjuncts), [], true),
    steps,
    leaving: threads.map(({ locations }, t) =>
      byNumber(at(byThread, t), locations.length, ({ command }) => command.from),
    ),
    live: threads.map((t) => livePredicates(t, formulas, words)),
    atomic: threads.map((t) => isAtomic(t.locations)),
    conditions: conditionsOf(program.stateProperties, wanted, threads, posts),
  };
}
