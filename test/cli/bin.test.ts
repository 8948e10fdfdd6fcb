import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../support/golden.js';

it('the program that package.json names may be executed, as npx does', () => {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const path = /"fencepost": "(?<path>[^"]+\.js)"/.exec(text)?.groups?.['path'] ?? '';
  expect(statSync(join(root, path)).mode & 0o111).toBe(0o111);
});
