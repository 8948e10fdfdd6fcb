import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../src/diagnostics/render.js';
import { Source } from '../../../src/diagnostics/span.js';
import { fp } from '../../../src/frontends/fp/parse.js';
import { printProgram } from '../../../src/ir/print.js';
import type { Program } from '../../../src/ir/program.js';
import { generateProgram, languageOptions, memoryOptions, Random } from '../../support/generate-program.js';
import { canonical } from '../../support/same-program.js';

/** The program of a text without errors; the front end checks that there is exactly one reading. */
function parsed(text: string): Program {
  const bag = new DiagnosticBag();
  const program = fp.parse(new Source('generated.fp', text), bag);
  if (program === null) throw new Error(`${renderDiagnostics(bag.sorted())}\n\n${text}`);
  return program;
}

describe('a printed program is read again as the same program', () => {
  for (const [title, options] of Object.entries({ memory: memoryOptions, language: languageOptions })) {
    it(`for generated ${title} programs`, () => {
      for (let seed = 0; seed < 300; seed++) {
        const program = generateProgram(new Random(seed), options);
        const text = printProgram(program);
        expect(canonical(parsed(text))).toBe(canonical(program));
      }
    });
  }
});
