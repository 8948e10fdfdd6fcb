import { describe, expect, it } from '@jest/globals';
import { printProgram } from '../../../../src/lang/program/print.js';
import {
  generateProgram,
  languageOptions,
  memoryOptions,
  Random,
} from '../../../support/generate/generate-program.js';
import { parseFp } from '../../../support/parse-fp.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';

describe('a printed program is read again as the same program', () => {
  for (const [title, options] of Object.entries({ memory: memoryOptions, language: languageOptions })) {
    it(`for generated ${title} programs`, () => {
      for (let seed = 0; seed < 300; seed++) {
        const program = generateProgram(new Random(seed), options);
        const text = printProgram(program);
        expect(canonical(parseFp(text))).toBe(canonical(program));
      }
    });
  }
});
