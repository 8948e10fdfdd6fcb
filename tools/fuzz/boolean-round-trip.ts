import { printBooleanText } from '../../src/lang/boolean/print.js';
import { raise } from '../../src/lang/boolean/raise.js';
import { DiagnosticBag } from '../../src/diagnostics/diagnostic.js';
import { Source } from '../../src/diagnostics/span.js';
import { readBl } from '../../src/frontends/bl/read.js';
import type { BooleanProgram } from '../../src/lang/boolean/boolean-program.js';

export const blText = (program: BooleanProgram): string => printBooleanText(raise(program));

/** The program as the reader understands its text, or what the reader has against it. */
export function throughText(program: BooleanProgram): BooleanProgram | string {
  const bag = new DiagnosticBag();
  const again = readBl(new Source('generated.bl', blText(program)), bag);
  return (
    again ??
    bag
      .sorted()
      .map(({ message }) => message)
      .join('; ')
  );
}
