import { plainAutomata } from '../../../passes/plain-automata.js';
import { rankRuns } from '../../../src/engines/ltl/rank-runs.js';
import { automatonLines } from '../../../src/evidence/ranking/automaton-lines.js';
import { checkRanking } from '../../../src/evidence/ranking/check-ranking.js';
import { violationAutomaton } from '../../../src/evidence/ranking/violation-automaton.js';
import type { ViolationAutomaton } from '../../../src/evidence/ranking/violation-automaton.js';
import type { TemporalProperty } from '../../../src/lang/program/program.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { LackedMark, RankLevel, RunRanking } from '../../../src/lang/run/run-ranking.js';
import { fairnessNamed, fairnessNames } from '../../../src/memory/fairness.js';
import type { Fairness, FairnessName } from '../../../src/memory/fairness.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { isInBox, everyState, wordsOf } from '../evidence/compare-cover.js';
import type { Random } from '../random.js';
import type { generateQuestion } from './compare-ltl.js';
import { holdsOfAllRuns } from './oracle.js';
import { plainGraph } from './plain-graph.js';
import type { PlainEdge, PlainGraph } from './plain-graph.js';

export interface RankingComparison {
  /** Kinds of fairness under which the property holds, and under which it does not. */
  readonly holding: number;
  readonly violated: number;
  readonly damaged: number;
  readonly damagedAccepted: number;
  readonly complaints: readonly string[];
}

const unwatched = (): void => undefined;
const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/**
 * The checker of rankings against the graph of all states: it accepts what is made for a property that holds of all fair runs; for
 * one that does not it accepts nothing, whatever is changed; and what it accepts has a level for each node that is reached, as
 * the definition says. Null: there are too many states.
 */
export async function compareRanking(
  { program, formula }: ReturnType<typeof generateQuestion>,
  model: MemoryModel,
  mostStates: number,
  random: Random,
): Promise<RankingComparison | null> {
  const stated: TemporalProperty = { kind: 'ltl', name: 'f', formula, span: at(program.threads, 0).span };
  const { system } = runPipeline(plainAutomata, { ...program, properties: [stated] }, { procs: null, model });
  const property = system.properties.find(isTemporal);
  const machine = new Machine(system, model);
  const graph = plainGraph(machine, mostStates);
  if (graph === null || property?.kind !== 'ltl') return null;
  const states = await everyState(system, model);
  if (states === null) return null;
  const cover = { parts: [states.table.part(unwatched)], waiting: states.table.waiting };
  const automaton = violationAutomaton(property, unwatched);
  const accepts = (ranking: RunRanking, fairness: Fairness): boolean => {
    const { obligations, held } = checkRanking(
      { system, model, cover, property, fairness },
      ranking,
      unwatched,
    );
    return obligations === held;
  };
  const complaints: string[] = [];
  const truths = new Map<FairnessName, boolean>();
  const rankings: RunRanking[] = [];
  for (const name of fairnessNames) {
    const fairness = fairnessNamed(name);
    const holds = holdsOfAllRuns(machine, graph, property.formula, fairness);
    truths.set(name, holds);
    const request = { system, model, limits, progress: unwatched };
    const ranking = await rankRuns(request, { property, automaton }, { bound: null, fairness });
    if ((typeof ranking === 'object') !== holds)
      complaints.push(
        `${name}: it ${holds ? 'holds, and has no ranking' : 'does not hold, and has a ranking'}`,
      );
    if (typeof ranking === 'string') continue;
    rankings.push(ranking);
    if (holds && !accepts(ranking, fairness)) complaints.push(`${name}: the ranking is rejected`);
    const wrong = misranked(machine, graph, automaton, ranking);
    if (wrong !== null) complaints.push(`${name}: ${wrong}`);
  }
  let [damaged, damagedAccepted] = [0, 0];
  for (const [name, holds] of truths) {
    for (const candidate of candidates(machine, automaton, fairnessNamed(name), rankings, random)) {
      damaged++;
      if (!accepts(candidate, fairnessNamed(name))) continue;
      damagedAccepted++;
      if (!holds) complaints.push(`${name}: a ranking of what does not hold is accepted`);
      const wrong = misranked(machine, graph, automaton, candidate);
      if (wrong !== null) complaints.push(`${name}: accepted, and ${wrong}`);
    }
  }
  if (complaints.length > 0) complaints.push(automatonLines(automaton, system).join('\n'));
  const holding = [...truths.values()].filter((holds) => holds).length;
  return { holding, violated: truths.size - holding, damaged, damagedAccepted, complaints };
}

/** Rankings made for another fairness, or for nothing at all, as far as they lack what some run need not have, and with a change more. */
function candidates(
  machine: Machine,
  automaton: ViolationAutomaton,
  fairness: Fairness,
  rankings: readonly RunRanking[],
  random: Random,
): readonly RunRanking[] {
  const lacks = lacksOf(machine, automaton, fairness);
  const all = [...rankings, ...lacks.map((lack) => everything(machine, automaton, lack))];
  return all.flatMap((ranking) => [
    fitted(ranking, lacks, random),
    damagedRanking(fitted(ranking, lacks, random), random),
  ]);
}

/** What a level may lack. */
function lacksOf(machine: Machine, { marks }: ViolationAutomaton, fairness: Fairness): readonly LackedMark[] {
  const threads = machine.system.threads.map(({ id }) => id);
  return [
    { kind: 'rest' },
    ...Array.from({ length: marks }, (_, mark): LackedMark => ({ kind: 'accepts', mark })),
    ...(fairness.flush
      ? threads.flatMap((thread): readonly LackedMark[] =>
          [null, ...machine.cells.all()].map((cell) => ({ kind: 'flush', thread, cell })),
        )
      : []),
    ...(fairness.weak ? threads.map((thread): LackedMark => ({ kind: 'move', thread })) : []),
  ];
}

/** All states beside all of the automaton, in one level. */
function everything(machine: Machine, { transitions }: ViolationAutomaton, lacks: LackedMark): RunRanking {
  const { threads, locals } = machine.system;
  const box = Array.from({ length: 2 * threads.length + machine.cells.count + locals.length }, () => null);
  const regions = transitions.map((_, state) => ({ state, boxes: [box] }));
  return { property: 'f', waiting: [[]], levels: [{ lacks, regions }] };
}

/** With other marks where a level lacks what no run need have. */
const fitted = (ranking: RunRanking, lacks: readonly LackedMark[], random: Random): RunRanking => ({
  ...ranking,
  levels: ranking.levels.map((level) =>
    lacks.some((lack) => JSON.stringify(lack) === JSON.stringify(level.lacks)) && random.chance(0.95)
      ? level
      : { ...level, lacks: random.pick(lacks) },
  ),
});

function damagedRanking(ranking: RunRanking, random: Random): RunRanking {
  const { levels } = ranking;
  const i = random.below(levels.length);
  const level = at(levels, i);
  switch (random.below(4)) {
    case 0:
      return { ...ranking, levels: levels.toSpliced(i, 1) };
    case 1: {
      const next = levels[i + 1];
      if (next === undefined) return { ...ranking, levels: levels.toSpliced(i, 1) };
      const joined = { lacks: level.lacks, regions: [...level.regions, ...next.regions] };
      return { ...ranking, levels: levels.toSpliced(i, 2, joined) };
    }
    case 2:
      return { ...ranking, levels: levels.with(i, withoutBox(level, random)) };
    default:
      return { ...ranking, levels: levels.with(i, withWider(level, random)) };
  }
}

function withoutBox(level: RankLevel, random: Random): RankLevel {
  const r = random.below(level.regions.length);
  const region = at(level.regions, r);
  const boxes = region.boxes.toSpliced(random.below(region.boxes.length), 1);
  return { ...level, regions: level.regions.with(r, { ...region, boxes }) };
}

function withWider(level: RankLevel, random: Random): RankLevel {
  const r = random.below(level.regions.length);
  const region = at(level.regions, r);
  const boxes = region.boxes.map((box) => box.with(random.below(box.length), null));
  return { ...level, regions: level.regions.with(r, { ...region, boxes }) };
}

/** What is wrong with the levels of the nodes that are reached; null: nothing. */
function misranked(
  machine: Machine,
  graph: PlainGraph,
  { atoms, transitions, initial }: ViolationAutomaton,
  ranking: RunRanking,
): string | null {
  const letters = graph.states.map((state) =>
    atoms.reduce((bits, atom, i) => (machine.holds(state, atom) ? bits | (1 << i) : bits), 0),
  );
  const words = graph.states.map((state) => wordsOf(state, ranking.waiting));
  const levelOf = (state: number, place: number): number =>
    ranking.levels.findIndex(({ regions }) =>
      regions.some(
        (region) => region.state === place && region.boxes.some((box) => isInBox(at(words, state), box)),
      ),
    );
  if (at(transitions, initial).length === 0) return null;
  const open: (readonly [number, number])[] = [[0, initial]];
  const seen = new Set<string>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const [state, place] = node;
    if (seen.has(node.join())) continue;
    seen.add(node.join());
    const level = levelOf(state, place);
    if (level < 0) return 'a node has no level';
    const letter = at(letters, state);
    for (const { wants, forbids, to, marks } of at(transitions, place)) {
      if ((letter & wants) !== wants || (letter & forbids) !== 0) continue;
      for (const edge of at(graph.edges, state)) {
        const next = levelOf(edge.to, to);
        if (next > level) return 'a step goes up';
        const { lacks } = at(ranking.levels, level);
        const has =
          lacks.kind === 'accepts' ? (marks & (1 << lacks.mark)) !== 0 : hasMark(graph, state, edge, lacks);
        if (next === level && has) return 'a step stays in a level that has what the level lacks';
        open.push([edge.to, to]);
      }
    }
  }
  return null;
}

/** By the definitions of fairness. */
function hasMark(
  graph: PlainGraph,
  state: number,
  edge: PlainEdge,
  lacks: Exclude<LackedMark, { readonly kind: 'accepts' }>,
): boolean {
  switch (lacks.kind) {
    case 'rest':
      return true;
    case 'flush': {
      const { thread, cell } = lacks;
      const isMeant = (of: number): boolean => cell === null || of === cell;
      const waits = at(at(graph.states, state).buffers, thread).some(
        (entry) => entry.kind === 'write' && isMeant(entry.cell),
      );
      return !waits || edge.steps.some((s) => s.kind === 'flush' && s.thread === thread && isMeant(s.cell));
    }
    case 'move': {
      const moves = (one: PlainEdge): boolean =>
        one.steps.some((s) => s.kind === 'edge' && s.thread === lacks.thread);
      return moves(edge) || !at(graph.edges, state).some(moves);
    }
  }
}
