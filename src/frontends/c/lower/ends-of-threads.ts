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
import type { CWorld } from './c-world.js';
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
export function termination(world: CWorld, span: Span): Property {
  const flag = (id: ReturnType<CWorld['ghostNamed']>): Expr => (id === null ? falsity : shared(id));
  const isSet = (id: ReturnType<CWorld['ghostNamed']>): Expr => (id === null ? falsity : equal(flag(id), int(1)));
  const ended = world.ends.map(({ name }) => {
    const started = world.flags.get(`started ${name}`);
    const hasEnded = isSet(world.ghostNamed(endedName(name)));
    // Once all others have ended nobody makes it any more.
    return started === undefined ? hasEnded : or(hasEnded, equal(shared(started), int(0)));
  });
  const over = or(conjunction(ended), isSet(world.ghostNamed(leftOutName)));
  const rounds = world.ends.flatMap(({ thread, roundLabels }) =>
    roundLabels.map((label) => atLabel(thread, null, label)),
  );
  const comesRound = rounds.length === 0 ? falsity : temporal('G', temporal('F', disjunction(rounds)));
  const formula = or(temporal('F', over), comesRound);
  return { kind: 'ltl', name: 'termination', formula, fairness: 'weak', span };
}

/**
 * The statements of a thread, with a place before each loop that has no way out and writes to memory:
 *
 *   BEFORE  L: if (x == 1) goto M; goto L; M: y = 1; goto M;
 *   AFTER   L: if (x == 1) goto M; goto L; M, round: skip; y = 1; goto M;
 *
 * A thread can always leave the place, so it is there again and again if it comes round again and again. The first loop has a
 * way out, and waits: it gets none.
 */
export function markRounds(
  body: Block,
  shared: readonly SharedVar[],
): { readonly body: Block; readonly roundLabels: readonly string[] } {
  const heads = endlessHeads(body, shared);
  const taken = new Set(body.flatMap((stmt) => stmt.labels));
  const roundLabels: string[] = [];
  const marked = body.flatMap((stmt, i): readonly Stmt[] => {
    if (!heads.has(i)) return [stmt];
    const label = freeName('round', (name) => taken.has(name));
    taken.add(label);
    roundLabels.push(label);
    return [
      { kind: 'skip', labels: [...stmt.labels, label], span: stmt.span },
      { ...stmt, labels: [] },
    ];
  });
  return { body: marked, roundLabels };
}

/** The first statements of loops that nobody leaves; those that write nothing spin, whatever for. */
function endlessHeads(body: Block, variables: readonly SharedVar[]): ReadonlySet<number> {
  const places = new Map(body.flatMap((stmt, i) => stmt.labels.map((label) => [label, i] as const)));
  const next = body.map((stmt, i): readonly number[] => {
    const jumps = jumpsOf(stmt).flatMap((label) => places.get(label) ?? []);
    // The place behind the last one is the end of the thread.
    return fallsThrough(stmt) ? [...jumps, i + 1] : jumps;
  });
  const behind = (start: number, steps: readonly (readonly number[])[]): ReadonlySet<number> => {
    const seen = new Set([start]);
    for (const place of seen) for (const to of steps[place] ?? []) seen.add(to);
    return seen;
  };
  const before: number[][] = Array.from({ length: body.length + 1 }, () => []);
  for (const [place, targets] of next.entries()) for (const to of targets) before[to]?.push(place);
  const mayEnd = behind(body.length, before);
  const heads = new Set<number>();
  const settled = new Set<number>(mayEnd);
  for (const i of body.keys()) {
    if (settled.has(i)) continue;
    const loop = behind(i, next);
    // Else it comes to another loop, and does not come back.
    if (![...loop].every((place) => behind(place, next).has(i))) continue;
    for (const place of loop) settled.add(place);
    const comesBack = [...loop].some((place) => next[place]?.includes(i));
    if (comesBack && [...loop].some((place) => writes(at(body, place), variables))) heads.add(i);
  }
  return heads;
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
