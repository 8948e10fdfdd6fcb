import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import type { Span } from '../../../../src/diagnostics/span.js';
import { fp } from '../../../../src/frontends/fp/parse.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import { generateProgram, languageOptions, Random } from '../../../support/generate/generate-program.js';
import { generateSugar } from '../../../support/language/generate-sugar.js';
import { printSugar } from '../../../support/language/print-sugar.js';
import { warnedFp } from '../../../support/parse-fp.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';

const inserted = [
  ...['$', '/*', '}', '{', 'thread ', ';', '(', ' G ', '9a', '?', ':', ' -> ', ' return ', ' break;', ' do '],
  ...[
    ' exists b in P: ',
    ' inline ',
    ' enum ',
    ' for (i in 0..1) ',
    '++',
    ' += ',
    'f(',
    ' include "f.fp"',
    ')',
  ],
];

/** The text with a few words left out, doubled, exchanged or put elsewhere. */
function mutated(text: string, random: Random): string {
  const words = text.match(/\w+|\s+|[^\w\s]/g) ?? [];
  for (let changes = random.between(1, 4); changes > 0; changes--) {
    const from = random.below(words.length);
    const to = random.below(words.length);
    const word = words[from] ?? '';
    const change = random.below(4);
    if (change === 0) words.splice(from, 1);
    else if (change === 1) words.splice(to, 0, word);
    else if (change === 2) words[to] = word;
    else words.splice(to, 0, random.pick(inserted));
  }
  return words.join('');
}

function isWithin(span: Span | null, text: string): boolean {
  return span?.kind === 'source' && span.start >= 0 && span.start <= span.end && span.end <= text.length;
}

const generated = (seed: number, random: Random): string =>
  seed % 2 === 0 ? printSugar(generateSugar(random)) : printProgram(generateProgram(random, languageOptions));

describe('a damaged program', () => {
  it('is refused with messages at places in the text, or is a program', () => {
    let refused = 0;
    for (let seed = 0; seed < 600; seed++) {
      const random = new Random(seed);
      const text = mutated(generated(seed, random), random);
      const bag = new DiagnosticBag();
      const program = fp.parse(new Source('damaged.fp', text), bag);
      expect(bag.hasErrors).toBe(program === null);
      if (program === null) refused++;
      const again = program === null ? null : warnedFp(printProgram(program), 'damaged');
      // Members and cells have names that are not those of a text.
      const told = /[.[]/.test(
        (program?.shared ?? []).map(({ name }) => name).join() +
          (program?.locals ?? []).map(({ name }) => name).join(),
      )
        ? printProgram
        : canonical;
      expect(again === null ? null : told(again.program)).toBe(program && told(program));
      // What is looked for by tests is no constant of the text any more.
      const warned = program === null ? [] : bag.warnings().map((d) => d.message);
      expect(told === printProgram ? [] : (again?.warnings ?? [])).toEqual(
        told === printProgram ? [] : warned,
      );
      expect(bag.sorted().filter(({ span }) => !isWithin(span, text))).toEqual([]);
    }
    expect(refused).toBeGreaterThan(100);
  });
});
