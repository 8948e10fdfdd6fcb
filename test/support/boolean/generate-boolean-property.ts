import type { BooleanProperty, BooleanVariable } from '../../../src/lang/boolean/boolean-program.js';
import { allOf, anyOf, negation } from '../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import type { BooleanId, LocationId } from '../../../src/lang/expr/ids.js';
import { at } from '../../../src/support/invariant.js';
import { span } from './generate-boolean-automaton.js';
import { differ, someCube, someOf } from './generate-boolean-formula.js';
import type { WrittenThread } from './generate-boolean-parts.js';
import type { Random } from '../random.js';

/** The threads are numbered as in the program, the initialisation first. */
export function someProperty(
  random: Random,
  variables: readonly BooleanVariable[],
  threads: readonly WrittenThread[],
): BooleanProperty {
  const ids = variables.filter(({ thread }) => thread !== 0).map(({ id }) => id);
  const inCritical = threads.filter(({ critical }) => critical.length > 0);
  const withErrors = threads.filter(({ errors }) => errors.length > 0);
  const kind = random.weighted([
    ['mutex', inCritical.length > 1 ? 8 : 0],
    ['no-error', withErrors.length > 0 ? 7 : 0],
    ['cube', 4],
    ['place', 3],
    ['equal', 2],
    ['final', 3],
  ]);
  switch (kind) {
    case 'mutex':
      return always(allOf(pairsOf(inCritical).map(([p, q]) => negation(allOf([holds(p), holds(q)])))));
    case 'no-error': {
      const written = random.pick(withErrors);
      return always(negation(atAny(threads.indexOf(written), written, [random.pick(written.errors)])));
    }
    case 'cube':
      return always(negation(someCube(random, ids, random.between(3, 6))));
    case 'place': {
      const index = random.between(1, threads.length - 1);
      const { thread } = at(threads, index);
      const place = random.pick(thread.locations).id;
      const here = atAny(index, at(threads, index), [place]);
      return always(negation(allOf([here, someCube(random, ids, random.between(2, 4))])));
    }
    case 'equal':
      return always(negation(someDifference(random, ids)));
    case 'final': {
      const shape = random.below(3);
      const condition =
        shape === 0 ? negation(someDifference(random, ids)) : negation(someCube(random, ids, 1 + shape));
      return { kind: 'final', condition, span };
    }
  }

  function holds(written: WrittenThread): Formula {
    return atAny(threads.indexOf(written), written, written.critical);
  }
}

const always = (condition: Formula): BooleanProperty => ({ kind: 'always', condition, span });

const pairsOf = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.flatMap((one, i) => items.slice(i + 1).map((other) => [one, other] as const));

/** The thread is at one of the places; where a place has no label nothing can speak of it. */
function atAny(index: number, { thread }: WrittenThread, places: readonly LocationId[]): Formula {
  return anyOf(
    places.flatMap((place): readonly Formula[] => {
      const { label } = at(thread.locations, place);
      return label === null ? [] : [{ kind: 'at', thread: index, label }];
    }),
  );
}

function someDifference(random: Random, ids: readonly BooleanId[]): Formula {
  const [a, b] = someOf(random, ids, 2);
  return a === undefined || b === undefined ? someCube(random, ids, 1) : differ(a, b);
}
