import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { fp } from '../../../../src/frontends/fp/parse.js';
import { golden } from '../../../support/golden.js';

golden('fp', 'txt', (source) => {
  const bag = new DiagnosticBag();
  const program = fp.parse(source, bag);
  return program === null ? renderDiagnostics(bag.sorted()) : 'no errors';
});
