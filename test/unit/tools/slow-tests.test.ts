import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../../support/golden.js';
import { list, readJson } from '../../../tools/corpus/json.js';

it('the list of slow tests names files that are there', () => {
  const slow = list(readJson(join(root, 'test', 'slow-tests.json'))).map(String);
  expect(slow.filter((file) => !existsSync(join(root, 'test', `${file}.test.ts`)))).toEqual([]);
  expect(slow).toEqual([...slow].sort());
});
