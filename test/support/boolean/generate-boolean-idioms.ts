import { allOf, literal, negation, no, yes } from '../../../src/lang/boolean/boolean-formula.js';
import type { LocationId } from '../../../src/lang/expr/ids.js';
import {
  anyValue,
  copyOf,
  differ,
  formulaValue,
  same,
  someOf,
  someValue,
} from './generate-boolean-formula.js';
import { someUpdates } from './generate-boolean-parts.js';
import type { Body } from './generate-boolean-parts.js';

export function writeAbstracted(body: Body, from: LocationId, to: LocationId): void {
  const { random, automaton, shared, locals, targets } = body;
  const loaded = locals.map((target) => ({ target, value: copyOf(random.pick(shared)) }));
  const known = locals.length === 0 ? shared : locals;
  const [target] = someOf(random, targets, 1);
  const places = Array.from({ length: 4 }, () => automaton.place(true));
  const [begun = to, read = to, chosen = to, assumed = to] = places;
  automaton.step(from, begun);
  automaton.step(begun, read, { updates: loaded });
  const updates = target === undefined ? [] : [{ target, value: someValue(random, known) }];
  automaton.step(read, chosen, { updates });
  const cube = someOf(random, shared, 3).map((v) => literal(v, random.chance(0.5)));
  automaton.step(chosen, assumed, { guard: random.chance(0.5) ? yes : negation(allOf(cube)) });
  const reset = locals.map((local) => ({ target: local, value: formulaValue(no) }));
  automaton.step(assumed, to, { updates: reset });
}

export function writeCorrelated(body: Body, from: LocationId, to: LocationId): void {
  const { random, automaton, shared, locals, pairs } = body;
  const variables = [...shared, ...locals];
  const [first, second, third] = someOf(random, variables, 3);
  if (first === undefined || second === undefined) return automaton.step(from, to);
  const copies = third === undefined || random.chance(0.6) ? [second] : [second, third];
  const between = automaton.place(automaton.isAtomic(from));
  automaton.step(from, between, { updates: [{ target: first, value: anyValue }] });
  automaton.step(between, to, { updates: copies.map((target) => ({ target, value: copyOf(first) })) });
  pairs.push([first, second]);
}

export function writeSuspect(body: Body, from: LocationId, to: LocationId): void {
  const { random, automaton, shared, locals, errors, pairs } = body;
  const variables = [...shared, ...locals];
  const known = pairs.filter((pair) => pair.every((v) => variables.includes(v)));
  const [a, b = a] =
    known.length > 0 && random.chance(0.7) ? random.pick(known) : someOf(random, variables, 2);
  if (a === undefined || b === undefined) return automaton.step(from, to);
  const error = automaton.place(false);
  errors.push(error);
  const [wrong, right] = random.chance(0.8) ? [differ(a, b), same(a, b)] : [same(a, b), differ(a, b)];
  automaton.step(from, error, { guard: wrong });
  automaton.step(from, to, { guard: right });
  automaton.step(error, to);
}

/** Takes the lock, mostly in one step, and gives it back, mostly. Inside a section there is nothing to be kept out. */
export function writeLocked(body: Body, from: LocationId, to: LocationId): void {
  const { random, automaton, lock, critical } = body;
  if (automaton.isAtomic(from)) return automaton.step(from, to, { updates: someUpdates(body, 1) });
  const [between, holding] = [automaton.place(random.chance(0.6)), automaton.place(false)];
  const taken = { target: lock, value: formulaValue(yes) };
  const free = literal(lock, false);
  if (random.chance(0.5)) automaton.step(from, holding, { guard: free, updates: [taken] });
  else {
    automaton.step(from, between, { guard: free });
    automaton.step(between, holding, { updates: [taken] });
  }
  critical.push(holding);
  const last = automaton.place(false);
  automaton.step(holding, last, { updates: someUpdates(body, 1) });
  automaton.step(last, to, { updates: [{ target: lock, value: formulaValue(no) }] });
}
