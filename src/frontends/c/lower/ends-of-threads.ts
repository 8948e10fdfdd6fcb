import type { Span } from '../../../diagnostics/span.js';
import {
  atLabel,
  conjunction,
  disjunction,
  equal,
  falsity,
  int,
  or,
  shared,
  temporal,
} from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { Block, Property, SharedVar, Stmt } from '../../../lang/program/program.js';
import { freeName } from '../../../support/free-names.js';
import { at } from '../../../support/invariant.js';
import type { CWorld, EndlessLoop, ThreadEnd } from './c-world.js';
import { fallsThrough, jumpsOf } from './flat-sections.js';

/** What a thread sets at its end. */
export const endedName = (thread: string): string => `finished_${thread}`;

/** What is set where a run ends for all, or is one that is left out: then nothing is said of it. */
export const leftOutName = 'left_out';

/**
 * All threads that were made come to their end, where no thread and no write is held up for ever; or some thread comes round
 * a loop without a way out again and again (docs/c.md, "Termination"). Where a thread waits for ever, for a mutex or another
 * thread, or spins, neither holds.
 */
export function termination(world: CWorld, ends: readonly ThreadEnd[], span: Span): Property {
  const flag = (id: ReturnType<CWorld['ghostNamed']>): Expr => (id === null ? falsity : shared(id));
  const isSet = (id: ReturnType<CWorld['ghostNamed']>): Expr =>
    id === null ? falsity : equal(flag(id), int(1));
  const ended = ends.map(({ name }) => {
    const started = world.flags.get(`started ${name}`);
    const hasEnded = isSet(world.ghostNamed(endedName(name)));
    // Once all others have ended nobody makes it any more.
    return started === undefined ? hasEnded : or(hasEnded, equal(shared(started), int(0)));
  });
  const over = or(conjunction(ended), isSet(world.ghostNamed(leftOutName)));
  const rounds = ends.flatMap(({ thread, rounds: loops }) =>
    loops.map(({ label }) => atLabel(thread, null, label)),
  );
  for (const loop of ends.flatMap((end) => end.rounds))
    world.bag.report(
      'W616',
      loop.span,
      'this loop has no way out, so for termination a thread that comes round again and again is not held up',
      'whether other threads are held up meanwhile is not asked',
    );
  const comesRound = rounds.length === 0 ? falsity : temporal('G', temporal('F', disjunction(rounds)));
  const formula = or(temporal('F', over), comesRound);
  return { kind: 'ltl', name: 'termination', formula, fairness: 'weak', span };
}

/**
 * The statements of a thread, with a place before each loop that is written without a way out, and that writes to memory:
 *
 *   BEFORE  L: if (x == 1) goto M; goto L; M: y = 1; goto M;
 *   AFTER   L: if (x == 1) goto M; goto L; M, round: skip; y = 1; goto M;
 *
 * A thread can always leave the place, so it is there again and again if it comes round again and again. The first loop has a
 * way out, and waits: it gets none. `written`: the labels of such loops; `stopped`: where threads go that end the program.
 */
export function markRounds(
  body: Block,
  variables: readonly SharedVar[],
  written: ReadonlySet<string>,
  stopped: string,
): { readonly body: Block; readonly rounds: readonly EndlessLoop[] } {
  const heads = endlessHeads(body, variables, written, stopped);
  const taken = new Set(body.flatMap((stmt) => stmt.labels));
  const rounds: EndlessLoop[] = [];
  const marked = body.flatMap((stmt, i): readonly Stmt[] => {
    if (!heads.has(i)) return [stmt];
    const label = freeName('round', (name) => taken.has(name));
    taken.add(label);
    const { span } = stmt;
    rounds.push({ label, span });
    return [
      { kind: 'skip', labels: [...stmt.labels, label], span },
      { ...stmt, labels: [] },
    ];
  });
  return { body: marked, rounds };
}

/** The first statements of the loops. Those that write nothing spin, whatever for. */
function endlessHeads(
  body: Block,
  variables: readonly SharedVar[],
  written: ReadonlySet<string>,
  stopped: string,
): ReadonlySet<number> {
  const candidates = [...body.keys()].filter((i) => at(body, i).labels.some((label) => written.has(label)));
  if (candidates.length === 0) return new Set();
  const places = new Map(body.flatMap((stmt, i) => stmt.labels.map((label) => [label, i] as const)));
  const next = body.map((stmt, i): readonly number[] => {
    const jumps = jumpsOf(stmt).flatMap((label) => (label === stopped ? [] : (places.get(label) ?? [])));
    // The place behind the last one is the end of the thread.
    return fallsThrough(stmt) ? [...jumps, i + 1] : jumps;
  });
  const before: number[][] = Array.from({ length: body.length + 1 }, () => []);
  for (const [place, targets] of next.entries()) for (const to of targets) before[to]?.push(place);
  const mayEnd = allFrom(body.length, before);
  return new Set(
    candidates.filter((i) => {
      if (mayEnd.has(i)) return false;
      const coming = allFrom(i, before);
      return [...allFrom(i, next)].some((place) => coming.has(place) && writes(at(body, place), variables));
    }),
  );
}

function allFrom(start: number, steps: readonly (readonly number[])[]): ReadonlySet<number> {
  const seen = new Set([start]);
  for (const place of seen) for (const to of steps[place] ?? []) seen.add(to);
  return seen;
}

/** What the program itself does not have is no reason to go on. */
function writes(stmt: Stmt, variables: readonly SharedVar[]): boolean {
  const inner = (block: Block): boolean => block.some((each) => writes(each, variables));
  switch (stmt.kind) {
    case 'assign':
      return stmt.target.kind === 'shared' && at(variables, stmt.target.shared).buffered !== false;
    case 'rmw':
      return true;
    case 'if':
      return inner([...stmt.then, ...stmt.else]);
    case 'locked':
    case 'atomic':
    case 'while':
      return inner(stmt.body);
    case 'either':
      return inner(stmt.branches.flat());
    case 'skip':
    case 'havoc':
    case 'fence':
    case 'assume':
    case 'assert':
    case 'goto':
      return false;
  }
}
