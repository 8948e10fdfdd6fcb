import type { BooleanCommand, BooleanProgram } from '../../../lang/boolean/boolean-program.js';
import type { BooleanId } from '../../../lang/expr/ids.js';
import { booleanId } from '../../../lang/expr/ids.js';
import { at } from '../../../support/invariant.js';
import { coneOf } from '../cone.js';
import { stopsOf } from '../stops.js';
import { graphOf } from '../thread-graph.js';
import type { ThreadGraph } from '../thread-graph.js';
import { chainFacts } from './chain-facts.js';
import type { Fact } from './chain-facts.js';
import { resolved, variablesIn } from './resolved-formula.js';
import type { Meanings } from './resolved-formula.js';

/** A program as far as it matters who is who. */
export interface ProgramFacts {
  readonly program: BooleanProgram;
  /** By thread. */
  readonly threads: readonly ThreadFacts[];
  readonly infeasible: readonly Fact[];
  readonly property: readonly Fact[];
}

export interface ThreadFacts {
  /** No command in it is exact. */
  readonly graph: ThreadGraph;
  readonly nodes: readonly NodeFacts[];
}

export interface NodeFacts {
  /** What kind of place it is, in a word. */
  readonly place: string;
  /** What may still be looked at, even by commands that were made exact. */
  readonly alive: ReadonlySet<BooleanId>;
  readonly chains: readonly { readonly to: number; readonly facts: readonly Fact[] }[];
}

export function programFacts(program: BooleanProgram): ProgramFacts {
  const exact = new Set<BooleanCommand>(program.threads.flatMap(({ commands }) => commands));
  const { live } = coneOf(program, exact);
  const judged = variablesIn(program.infeasible);
  const threads = program.threads.map((_, t) =>
    threadFacts(program, graphOf(program, t, stopsOf(program, t), new Set()), at(live, t), judged),
  );
  const graphs = threads.map(({ graph }) => graph);
  const meanings = statesOf(program, graphs);
  const asked = (kind: 'infeasible' | 'property', formulas: BooleanProgram['infeasible']): readonly Fact[] =>
    formulas.map((formula) => ({ kind, place: 0, about: null, formulas: [resolved(formula, meanings)] }));
  const { property } = program;
  return {
    ...{ program, threads },
    infeasible: asked('infeasible', program.infeasible),
    property: property === null ? [] : asked('property', [property.condition]),
  };
}

function threadFacts(
  program: BooleanProgram,
  graph: ThreadGraph,
  live: readonly ReadonlySet<BooleanId>[],
  judged: ReadonlySet<BooleanId>,
): ThreadFacts {
  const nodes = graph.nodes.map((node): NodeFacts => {
    const isEnd = node === graph.end ? 'end' : '';
    return {
      place: [node.stop ? 'stop' : '', node.astray ? 'astray' : '', isEnd].join(),
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
