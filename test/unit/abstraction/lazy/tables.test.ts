import { describe, expect, it } from '@jest/globals';
import { conjuncts } from '../../../../src/abstraction/conjuncts.js';
import { Lemmas } from '../../../../src/abstraction/lazy/lemmas.js';
import { has, maskOf, members } from '../../../../src/abstraction/bits.js';
import { PackedPlaces } from '../../../../src/abstraction/lazy/packed-places.js';
import { WordSet } from '../../../../src/abstraction/lazy/word-set.js';
import { binary, equal, int, local, not, truth } from '../../../../src/lang/expr/expr.js';
import { localId } from '../../../../src/lang/expr/ids.js';
import { negated } from '../../../../src/lang/expr/simplify.js';
import { Random } from '../../../support/random.js';
import { prepared } from '../../../support/abstraction/lazy-search.js';

describe('masks', () => {
  it('hold numbers beyond a word', () => {
    const mask = maskOf(3, [0, 31, 32, 70, 95]);
    expect(members(mask)).toEqual([0, 31, 32, 70, 95]);
    expect([30, 31, 95, 94].map((n) => has(mask, n))).toEqual([false, true, true, false]);
  });
});

describe('WordSet', () => {
  it('numbers sequences as a map does', () => {
    const set = new WordSet(3);
    const reference = new Map<string, number>();
    const random = new Random(7);
    const words = new Int32Array(3);
    for (let i = 0; i < 5000; i++) {
      for (let w = 0; w < 3; w++) words[w] = random.between(-5, 6) << (8 * w);
      const key = words.join();
      const fresh = !reference.has(key);
      if (fresh) reference.set(key, reference.size);
      expect([set.add(words, i), set.fresh]).toEqual([reference.get(key), fresh]);
    }
    expect(set.count).toBe(reference.size);
    const [key, id] = [...reference][1000] ?? ['', 0];
    set.read(id, words);
    expect(words.join()).toBe(key);
  });
});

describe('Lemmas', () => {
  it('apply to whatever contains one of the cubes', () => {
    const lemmas = new Lemmas(2);
    const holds = (isTrue: number[], isFalse: number[]): boolean =>
      lemmas.apply(maskOf(2, isTrue), maskOf(2, isFalse));
    expect(holds([1, 40], [2])).toBe(false);
    lemmas.add([1, ~40]);
    lemmas.add([~3]);
    expect(holds([1, 2], [40, 5])).toBe(true);
    expect(holds([1, 40], [])).toBe(false);
    expect(holds([], [40])).toBe(false);
    expect(holds([7], [3])).toBe(true);
  });

  it('apply always if nothing is needed', () => {
    const lemmas = new Lemmas(1);
    lemmas.add([]);
    expect(lemmas.apply(maskOf(1, []), maskOf(1, []))).toBe(true);
  });
});

describe('Places', () => {
  it('packs locations into as many words as they need', () => {
    const { commands } = prepared(
      ['A', 'B', 'C']
        .map((name) => `shared int ${name}v = 0; thread ${name} { ${`${name}v = 1; `.repeat(3000)} }`)
        .join('\n'),
    );
    const places = new PackedPlaces(commands.threads);
    expect(places.words).toBe(2);
    const state = new Int32Array(places.words);
    const read = new Int32Array(3);
    places.move(0, 3000, state);
    places.move(1, 2999, state);
    places.move(2, 1234, state);
    places.move(1, 17, state);
    places.read(state, read);
    expect([...read]).toEqual([3000, 17, 1234]);
  });
});

describe('conjuncts', () => {
  const [x, y, z] = [0, 1, 2].map((i) => equal(local(localId(i)), int(0)));

  it('are what must hold, through negations', () => {
    if (x === undefined || y === undefined || z === undefined) throw new Error('three');
    expect(conjuncts(binary('&&', x, not(binary('->', y, z))))).toEqual([x, y, negated(z)]);
    expect(conjuncts(not(binary('||', not(x), binary('&&', y, z))))).toEqual([x, not(binary('&&', y, z))]);
    expect(conjuncts(truth)).toEqual([]);
    expect(conjuncts(binary('||', x, y))).toEqual([binary('||', x, y)]);
  });
});
