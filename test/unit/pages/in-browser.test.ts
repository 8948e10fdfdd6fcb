import { describe, expect, it } from '@jest/globals';
import { posix } from 'node:path';
import {
  basename,
  dirname,
  extname,
  isAbsolute,
  join,
  relative,
  resolve,
} from '../../../src/pages/playground/in-browser/browser-paths.js';
import { Random } from '../../support/random.js';

const paths = { basename, dirname, extname, isAbsolute };

describe('paths in a browser', () => {
  const parts = ['a', 'b.fp', '..', '.', '', '.hidden', 'c.d.e', 'name.'];
  const random = new Random(7);
  const path = (): string => {
    const named = Array.from({ length: 1 + random.below(5) }, () => parts[random.below(parts.length)]);
    return (random.below(2) === 0 ? '/' : '') + named.join('/');
  };
  // Two slashes at the begin, and any at the end, are told in ways of their own by Node.
  const some = Array.from({ length: 500 }, path).filter((each) => !/^$|^\/\/|\/$/.test(each));

  it.each(['basename', 'extname', 'dirname', 'isAbsolute'] as const)(
    'have the %s that Node tells',
    (name) => {
      for (const each of some) expect([each, paths[name](each)]).toEqual([each, posix[name](each)]);
    },
  );

  it('are joined, made absolute and compared as Node does', () => {
    for (const [i, one] of some.entries()) {
      const other = some[(i * 7) % some.length] ?? '';
      expect([one, other, join(one, other)]).toEqual([one, other, posix.join(one, other)]);
      expect(resolve(one, other)).toBe(posix.resolve('/', one, other));
      const absolute = [posix.resolve('/', one), posix.resolve('/', other)] as const;
      expect(relative(...absolute)).toBe(posix.relative(...absolute));
    }
  });
});
