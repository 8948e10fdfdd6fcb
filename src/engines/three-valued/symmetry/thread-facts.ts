import type { BooleanCommand, BooleanProgram } from '../../../lang/boolean/boolean-program.js';
import type { BooleanId } from '../../../lang/expr/ids.js';
import { booleanId } from '../../../lang/expr/ids.js';
import { at } from '../../../support/invariant.js';
import { coneOf } from '../cone.js';
import { stopsOf } from '../stops.js';
import { graphOf } from '../thread-graph.js';
import type { ThreadGraph, ThreadNode } from '../thread-graph.js';
import { chainFacts } from './chain-facts.js';
import type { ChainFact } from './chain-facts.js';
import { resolved, variablesIn } from './resolved-formula.js';
import type { Meanings } from './resolved-formula.js';

/** A program as far as it matters who is who. */
export interface BooleanFacts {
  readonly program: BooleanProgram;
  /** By thread. */
  readonly threads: readonly ThreadFacts[];
  readonly infeasible: readonly ChainFact[];
  readonly property: readonly ChainFact[];
}

export interface ThreadFacts {
  readonly graph: ThreadGraph;
  readonly nodes: readonly NodeFacts[];
}

export interface NodeFacts {
  readonly place: string;
  /** What may still be looked at, even by commands that were made exact. */
  readonly alive: ReadonlySet<BooleanId>;
  readonly chains: readonly { readonly to: number; readonly facts: readonly ChainFact[] }[];
}

/** No command of these is exact. */
export const plainGraphs = (program: BooleanProgram): readonly ThreadGraph[] =>
  program.threads.map((_, t) => graphOf(program, t, stopsOf(program, t), new Set()));

export function programFacts(program: BooleanProgram, graphs: readonly ThreadGraph[]): BooleanFacts {
  const exact = new Set<BooleanCommand>(program.threads.flatMap(({ commands }) => commands));
  const { live } = coneOf(program, exact);
  const judged = variablesIn(program.infeasible);
  const threads = graphs.map((graph, t) => threadFacts(program, graph, at(live, t), judged));
  const meanings = statesOf(program, graphs);
  const asked = (
    kind: 'infeasible' | 'property',
    formulas: BooleanProgram['infeasible'],
  ): readonly ChainFact[] =>
    formulas.map((formula) => ({ kind, place: 0, about: null, formulas: [resolved(formula, meanings)] }));
  const { property } = program;
  return {
    ...{ program, threads },
    infeasible: asked('infeasible', program.infeasible),
    property: property === null ? [] : asked('property', [property.condition]),
  };
}

/** What kind of place it is, in a word. */
export function placeOf({ end }: ThreadGraph, node: ThreadNode): string {
  return [node.stop ? 'stop' : '', node.astray ? 'astray' : '', node === end ? 'end' : ''].join();
}

function threadFacts(
  program: BooleanProgram,
  graph: ThreadGraph,
  live: readonly ReadonlySet<BooleanId>[],
  judged: ReadonlySet<BooleanId>,
): ThreadFacts {
  const nodes = graph.nodes.map((node): NodeFacts => {
    return {
      place: placeOf(graph, node),
      alive: at(live, node.location),
      chains: node.chains.map((chain) => ({
        to: chain.to.index,
        facts: chainFacts(graph.thread, chain, { program, judged, leaving: at(live, chain.to.location) }),
      })),
    };
  });
  return { graph, nodes };
}

/** Of states, which are looked at where threads stop. */
const statesOf = ({ threads }: BooleanProgram, graphs: readonly ThreadGraph[]): Meanings => ({
  valueOf: (variable) => ({ kind: 'atom', atom: booleanId(variable), positive: true }),
  stopsAt: (thread, label) => {
    if (thread === 0) return [];
    const { locations } = at(threads, thread);
    return at(graphs, thread).nodes.flatMap(({ index, stop, location }) =>
      stop && at(locations, location).label === label ? [index] : [],
    );
  },
});
