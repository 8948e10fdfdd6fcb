import { describe, expect, it } from '@jest/globals';
import { printProgram } from '../../../src/lang/program/print.js';
import {
  generateProgram,
  languageOptions,
  memoryOptions,
  Random,
} from '../../support/generate/generate-program.js';
import { parseFp } from '../../support/parse-fp.js';
import { EditedText, sameness } from '../../support/synthesis/edited-text.js';

/** Each alone, and all pairs; of many only some. */
function choices(count: number, random: Random): readonly (readonly number[])[] {
  const ids = Array.from({ length: count }, (_, id) => id);
  const all = ids.flatMap((one) => ids.filter((other) => other >= one).map((other) => [one, other]));
  const most = 60;
  return all.length <= most ? all : Array.from({ length: most }, () => random.pick(all));
}

function checkAll(edits: EditedText, random: Random): number {
  const sets = [...choices(edits.count, random), Array.from({ length: edits.count }, (_, id) => id)];
  for (const ids of sets) {
    const text = edits.edited(ids);
    if (sameness(parseFp(text)) === edits.expected(ids)) continue;
    const names = ids.map((id) => edits.names[id]).join(', ');
    throw new Error(`${edits.text}\nwith ${names} became\n${text}`);
  }
  return sets.length;
}

/** The same program with fewer line breaks and braces, or other blanks. */
const layouts: Readonly<Record<string, (text: string) => string>> = {
  'as printed': (text) => text,
  'with CRLF': (text) => text.replaceAll('\n', '\r\n'),
  'with tabs and comments': (text) =>
    text.replaceAll('  ', '\t').replace(/;\n/g, '; // a comment\n').replace(/\{\n/g, '{ /* another */\n'),
  'on one line': (text) => text.replaceAll(/\s*\n\s*/g, ' '),
  'without blanks': (text) => text.replaceAll(/\s*\n\s*/g, '').replaceAll(/([;{}]) /g, '$1'),
  'without braces': (text) =>
    text.replaceAll(
      /(if \(.*\)|while \(.*\)|else) \{\n *([a-z_0-9[\]]+ = [^;{}]*;|fence;|skip;|goto \w+;)\n *\}/g,
      '$1 $2',
    ),
  'else if': (text) => text,
};

describe('a text with fences says what was verified', () => {
  for (const [title, options] of Object.entries({ memory: memoryOptions, language: languageOptions }))
    for (const [layout, laidOut] of Object.entries(layouts))
      it(`of generated ${title} programs, ${layout}`, () => {
        let checked = 0;
        for (let seed = 0; seed < 40; seed++) {
          const random = new Random(seed);
          const text = laidOut(printProgram(generateProgram(random, options)));
          for (const task of ['add', 'remove'] as const)
            checked += checkAll(new EditedText(text, task), random);
        }
        expect(checked).toBeGreaterThan(500);
      });
});
