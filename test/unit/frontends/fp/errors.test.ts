import { expect } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { fp } from '../../../../src/frontends/fp/parse.js';
import { golden } from '../../../support/golden.js';

golden('fp', 'txt', (source) => {
  const bag = new DiagnosticBag();
  const program = fp.parse(source, bag);
  expect(program === null).toBe(source.path.startsWith('error.'));
  return renderDiagnostics(bag.sorted());
});
