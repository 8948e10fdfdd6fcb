import type { BooleanUpdate } from '../../../src/lang/boolean/boolean-program.js';
import { anyTruth, negation, yes } from '../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import type { LocationId } from '../../../src/lang/expr/ids.js';
import { anyValue, copyOf, someDnf, someOf, someTest, someValue } from './generate-boolean-formula.js';
import { writeAbstracted, writeCorrelated, writeLocked, writeSuspect } from './generate-boolean-idioms.js';
import type { StatementKind } from './generate-boolean-options.js';
import { someUpdates } from './generate-boolean-parts.js';
import type { Body } from './generate-boolean-parts.js';

/** Writes statements that lead from one location to the other. */
export function writeBlock(body: Body, from: LocationId, to: LocationId, count: number, depth: number): void {
  const { automaton, random } = body;
  const inside = automaton.isAtomic(from);
  let here = from;
  for (let i = 1; i < count; i++) {
    const next = automaton.place(inside, random.chance(0.9));
    writeStatement(body, here, next, random.weighted(body.weights), depth);
    here = next;
  }
  writeStatement(body, here, to, random.weighted(body.weights), depth);
}

function writeStatement(
  body: Body,
  from: LocationId,
  to: LocationId,
  kind: StatementKind,
  depth: number,
): void {
  const { random, automaton, shared, locals } = body;
  const readable = [...shared, ...locals];
  switch (kind) {
    case 'assign':
      return automaton.step(from, to, { updates: someUpdates(body, 1) });
    case 'parallel':
      return automaton.step(from, to, { guard: rareGuard(body), updates: parallelUpdates(body) });
    case 'unknown': {
      const unknown = someOf(random, body.targets, random.between(1, 3));
      const updates = unknown.map((target) => ({ target, value: anyValue }));
      return automaton.step(from, to, { updates });
    }
    case 'abstracted':
      return writeAbstracted(body, from, to);
    case 'correlate':
      return writeCorrelated(body, from, to);
    case 'suspect':
      return writeSuspect(body, from, to);
    case 'lock':
      return writeLocked(body, from, to);
    case 'assume':
      return automaton.step(from, to, { guard: negation(someDnf(random, readable)) });
    case 'fence':
      return automaton.step(from, to, { fence: true });
    case 'dead':
      return automaton.step(from, to, { updates: locals.length === 0 ? [] : [forgetful(body)] });
    case 'jump': {
      const guard = random.chance(0.3) ? yes : someTest(random, readable);
      automaton.step(from, random.pick(automaton.placesLike(from)), { guard });
      return automaton.step(from, to, { guard: guard === yes ? yes : negation(guard) });
    }
    case 'branch':
    case 'choice':
    case 'loop':
    case 'section':
      return depth === 0
        ? automaton.step(from, to, { updates: someUpdates(body, 1) })
        : writeCompound(body, from, to, kind, depth - 1);
  }
}

type Compound = 'branch' | 'choice' | 'loop' | 'section';

function writeCompound(body: Body, from: LocationId, to: LocationId, kind: Compound, depth: number): void {
  const { random, automaton, shared, locals } = body;
  const inside = automaton.isAtomic(from);
  const block = (first: LocationId, last: LocationId): void =>
    writeBlock(body, first, last, random.between(1, 3), depth);
  const test = kind === 'branch' || random.chance(0.6) ? someTest(random, [...shared, ...locals]) : null;
  switch (kind) {
    case 'branch':
    case 'choice': {
      const [one, other] = [automaton.place(inside), automaton.place(inside)];
      decide(body, from, one, other, kind === 'branch' ? test : null);
      block(one, to);
      return random.chance(0.5) ? automaton.step(other, to) : block(other, to);
    }
    case 'loop': {
      const start = automaton.place(inside);
      decide(body, from, start, to, test);
      return block(start, from);
    }
    case 'section': {
      const [first, last] = [automaton.place(true), automaton.place(true)];
      automaton.step(from, first);
      block(first, last);
      return automaton.step(last, to);
    }
  }
}

/** Null: either way. A `*` in the test is drawn for each way on its own. */
function decide(
  body: Body,
  from: LocationId,
  one: LocationId,
  other: LocationId,
  test: Formula | null,
): void {
  const guard = test ?? (body.random.chance(0.2) ? anyTruth : yes);
  body.automaton.step(from, one, { guard });
  body.automaton.step(from, other, { guard: guard === yes ? yes : negation(guard) });
}

function parallelUpdates(body: Body): readonly BooleanUpdate[] {
  const { random, targets } = body;
  const [a, b] = someOf(random, targets, 2);
  if (a === undefined || b === undefined || random.chance(0.6))
    return someUpdates(body, random.between(2, 3));
  return [
    { target: a, value: copyOf(b) },
    { target: b, value: copyOf(a, random.chance(0.7)) },
  ];
}

const rareGuard = ({ random, shared, locals }: Body): Formula =>
  random.chance(0.2) ? someTest(random, [...shared, ...locals]) : yes;

const forgetful = ({ random, shared, locals }: Body): BooleanUpdate => ({
  target: random.pick(locals),
  value: someValue(random, shared),
});
