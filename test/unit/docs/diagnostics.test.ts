import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { diagnosticsPage } from '../../../tools/gen-docs/diagnostics.js';
import { root } from '../../support/golden.js';

it('docs/diagnostics.md is what `npm run docs` makes', () => {
  expect(readFileSync(join(root, 'docs/diagnostics.md'), 'utf8')).toBe(diagnosticsPage());
});
