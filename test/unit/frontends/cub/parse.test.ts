import { golden } from '../../../support/golden.js';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { printArraySystem } from '../../../../src/lang/arrays/print-array-system.js';
import { checkWeakRules } from '../../../../src/lang/arrays/weak-rules.js';
import { outcomeOf, systemOf } from './read-system.js';

golden('cub', 'cub', (source) => printArraySystem(systemOf(source.text)));

golden('cub-errors', 'txt', (source) => {
  const { system, report } = outcomeOf(source);
  if (system === null) return report;
  const bag = new DiagnosticBag();
  checkWeakRules(system, bag);
  return [report, renderDiagnostics(bag.sorted())].filter((text) => text !== '').join('\n');
});
