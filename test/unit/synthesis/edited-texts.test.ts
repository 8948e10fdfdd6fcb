import { describe, expect, it } from '@jest/globals';
import { canonical } from '../../../src/lang/program/modulo-spans.js';
import { printProgram } from '../../../src/lang/program/print.js';
import {
  generateProgram,
  languageOptions,
  memoryOptions,
  Random,
} from '../../support/generate/generate-program.js';
import { withJumps } from '../../support/generate/with-jumps.js';
import { parseFp } from '../../support/parse-fp.js';
import { EditedText } from '../../support/synthesis/edited-text.js';

/** Threads with loops that are not written out. */
const loops: readonly string[] = [
  'for (i in 0..1) { x = i; if (y == i) continue; r = y; if (r != 0) break; y = r; } x = 2; r = y;',
  'for (i in x..r) x = i; for (i in 0..1) { } r = y;',
  'do { x = 1; r = y; if (r == 5) break; if (r == 6) continue; y = 1; } while (x == 0); x = 2;',
  'L: while (x == 0) { y = 1; if (y == 1) break; if (x == 2) continue; } L2: x = 3; goto L;',
  'if (r == 0) { while (true) { x = 1; if (y == 0) { break; } } } else { do { } while (y == 1); } y = 2; r = x;',
  'r = y == 0 ? x : 2; x = r == 0 ? 1 : y == 1 ? 2 : 3; x++; y -= x;',
  'S: do { atomic { x = 1; if (y == 1) break; y = 2; } } while (r == 0);',
  'while (true) { either { x = 1; break; } or { y = 1; continue; } } L: x = 2; if (r == 0) goto L;',
];

/** Each alone, all pairs, and all together; of many only some. */
function choices(count: number, random: Random): readonly (readonly number[])[] {
  const ids = Array.from({ length: count }, (_, id) => id);
  const all = ids.flatMap((one) => ids.filter((other) => other >= one).map((other) => [one, other]));
  const most = 25;
  const some = <T>(of: readonly T[]): readonly T[] =>
    of.length <= most ? of : Array.from({ length: most }, () => random.pick(of));
  return [...some(ids.map((id) => [id])), ...some(all), ids];
}

/** How often the text said what it should. */
function checkAll(edits: EditedText, random: Random): number {
  const sets = choices(edits.count, random);
  for (const ids of sets) {
    const text = edits.edited(ids);
    if (canonical(parseFp(text)) === edits.expected(ids)) continue;
    const names = ids.map((id) => edits.names[id]).join(', ');
    throw new Error(`${edits.text}\nwith ${names} became\n${text}`);
  }
  return sets.length;
}

const simple = /(if \(.*\)|while \(.*\)|else) \{\n *([a-z_0-9[\]]+ = [^;{}]*;|fence;|skip;|goto \w+;)\n *\}/g;

/** The same program with fewer line breaks and braces, or other blanks. */
const layouts: Readonly<Record<string, (text: string) => string>> = {
  'as printed': (text) => text,
  'with CRLF': (text) => text.replaceAll('\n', '\r\n'),
  'with tabs and comments': (text) =>
    text.replaceAll('  ', '\t').replaceAll(';\n', '; // a comment\n').replaceAll('{\n', '{ /* another */\n'),
  'on one line': (text) => text.replaceAll(/\s*\n\s*/g, ' '),
  'without blanks': (text) => text.replaceAll(/\s*\n\s*/g, '').replaceAll(/([;{}]) /g, '$1'),
  'without braces': (text) => text.replaceAll(simple, '$1\n$2'),
  'with labels on lines of their own': (text) => text.replaceAll(/^( *\w+:) /gm, '$1\n'),
};

describe('a text with fences says what was verified', () => {
  for (const [title, options] of Object.entries({ memory: memoryOptions, language: languageOptions }))
    for (const [layout, laidOut] of Object.entries(layouts))
      it(`of generated ${title} programs, ${layout}`, () => {
        let checked = 0;
        let changed = 0;
        for (let seed = 0; seed < (title === 'memory' ? 6 : 4); seed++) {
          const random = new Random(seed);
          const printed = printProgram(withJumps(generateProgram(random, options), random));
          const text = laidOut(printed);
          if (text !== printed) changed++;
          for (const task of ['add', 'remove'] as const)
            checked += checkAll(new EditedText(text, task), random);
        }
        expect(checked).toBeGreaterThan(150);
        expect(changed > 0).toBe(layout !== 'as printed');
      });
});

describe('a text with loops that are not written out says what was verified, or is left alone', () => {
  it.each(loops)('%s', (inside) => {
    const random = new Random(1);
    const [said, all] = [{ count: 0 }, { count: 0 }];
    for (const layout of Object.values(layouts)) {
      const edits = new EditedText(layout(around(inside)));
      for (const ids of choices(edits.count, random)) {
        const text = edits.edited(ids);
        all.count++;
        if (text === 'nothing') continue;
        expect(canonical(parseFp(text))).toBe(edits.expected(ids));
        said.count++;
      }
    }
    expect(said.count).toBeGreaterThan(all.count / 12);
  });
});

/** What is in a thread, how a place in it is called, and what is there then. */
const forms: readonly (readonly [string, string, string])[] = [
  ['x = 1; // note\n  r = y;', 'fence of P after store x = 1', 'x = 1; // note\n  fence;\n  r = y;'],
  ['x = 1; /* note */\n  r = y;', 'fence of P after store x = 1', 'x = 1; /* note */\n  fence;\n  r = y;'],
  ['x = 1; /* a\n  note */ r = y;', 'fence of P after store x = 1', 'x = 1; fence; /* a\n  note */ r = y;'],
  ['x = 1;\r\n  r = y;', 'fence of P after store x = 1', 'x = 1;\r\n  fence;\r\n  r = y;'],
  ['x = 1; r = y;', 'fence of P after store x = 1', 'x = 1; fence; r = y;'],
  ['x = 1;r = y;', 'fence(ww) of P after store x = 1', 'x = 1; fence(ww);r = y;'],
  ['x =\n    1;\n  r = y;', 'fence of P after store x = 1', 'x =\n    1;\n  fence;\n  r = y;'],
  ['L: x = 1; goto L;', 'fence of P before store x = 1', 'L: fence; x = 1; goto L;'],
  ['L:\n    x = 1;\n  goto L;', 'fence of P before store x = 1', 'L:\n    fence;\n    x = 1;\n  goto L;'],
  ['L:\n    x = 1;\n  goto L;', 'fence of P after store x = 1', 'L:\n    x = 1;\n    fence;\n  goto L;'],
  ['S: x = 1; goto S;', 'fence of P before store x = 1', 'S_fence_1: fence;\n  S: x = 1; goto S_fence_1;'],
  [
    'x = 1;\n  L: S: y = 1;\n  if (r == 0) goto L;\n  goto S;',
    'fence of P before store y = 1',
    'x = 1;\n  L_fence_1: fence;\n  L: S: y = 1;\n  if (r == 0) goto L_fence_1;\n  goto L_fence_1;',
  ],
  ['if (r == 0) { goto L; L: }', 'fence of P before skip', 'if (r == 0) { goto L; L: fence; skip; }'],
  ['x = 1; goto L;\n  L: // end', 'fence of P before skip', 'x = 1; goto L;\n  L: // end\n  fence; skip;'],
  ['x = 1; goto S; S: ', 'fence of P before skip', 'x = 1; goto S_fence_1; S_fence_1: fence; S: '],
  [
    'if (r == 0) x = 1;\n  r = y;',
    'fence of P before store x = 1',
    'if (r == 0) { fence; x = 1; }\n  r = y;',
  ],
  ['if (r == 0) x = 1;\n  r = y;', 'fence of P after store x = 1', 'if (r == 0) { x = 1; fence; }\n  r = y;'],
  [
    'if (r == 0) x = 1;\n  r = y;',
    'locked of P the store x = 1',
    'if (r == 0) { locked { x = 1; } }\n  r = y;',
  ],
  ['if (r == 0) x = 1;\n  r = y;', 'fence of P after if (r == 0)', 'if (r == 0) x = 1;\n  fence;\n  r = y;'],
  [
    'if (r == 0) x = 1; // note\n  r = y;',
    'fence of P in the empty else branch of if (r == 0)',
    'if (r == 0) x = 1; else { fence; } // note\n  r = y;',
  ],
  [
    'if (r == 0) {\n    x = 1;\n  } else {\n  }\n  r = y;',
    'fence of P in the empty else branch of if (r == 0)',
    'if (r == 0) {\n    x = 1;\n  } else {\n    fence;\n  }\n  r = y;',
  ],
  [
    'if (r == 0) x = 1; else if (r == 1) y = 1; r = y;',
    'fence of P in the empty else branch of if (r == 1)',
    'if (r == 0) x = 1; else if (r == 1) y = 1; else { fence; } r = y;',
  ],
  [
    'if (r == 0) x = 1; else if (r == 1) y = 1; r = y;',
    'fence of P before if (r == 1)',
    'if (r == 0) x = 1; else { fence; if (r == 1) y = 1; } r = y;',
  ],
  [
    'if (r == 0) x = 1; else if (r == 1) y = 1; r = y;',
    'fence of P after if (r == 1)',
    'if (r == 0) x = 1; else { if (r == 1) y = 1; fence; } r = y;',
  ],
  [
    'while (x == 0) {}\n  r = y;',
    'fence of P in the empty body of while (x == 0)',
    'while (x == 0) { fence; }\n  r = y;',
  ],
  [
    'while (x == 0) {\n    // wait\n  }\n  r = y;',
    'fence of P in the empty body of while (x == 0)',
    'while (x == 0) {\n    // wait\n    fence;\n  }\n  r = y;',
  ],
  [
    'while (x == 0) { // wait\n    L: r = y;\n  }\n  x = 1;',
    'fence of P before load r = y',
    'while (x == 0) { // wait\n    fence;\n    L: r = y;\n  }\n  x = 1;',
  ],
  [
    'either { x = 1; } or { y = 1; }\n  r = y;',
    'fence of P after store y = 1',
    'either { x = 1; } or { y = 1; fence; }\n  r = y;',
  ],
  [
    'either { x = 1; } or { y = 1; }\n  r = y;',
    'fence of P after either',
    'either { x = 1; } or { y = 1; }\n  fence;\n  r = y;',
  ],
  [
    'atomic { x = 1; y = 1; }\n  r = y;',
    'fence of P after store x = 1',
    'atomic { x = 1; fence; y = 1; }\n  r = y;',
  ],
  [
    'atomic { x = 1; y = 1; }\n  r = y;',
    'fence of P after atomic',
    'atomic { x = 1; y = 1; }\n  fence;\n  r = y;',
  ],
];

/** The label S is one that a property names. */
const around = (inside: string): string =>
  `shared int x = 0, y = 0;\nthread P {\n  local int r = 0;\n  ${inside}\n}\n${/\bS:/.test(inside) ? 'invariant !(P at S);\n' : ''}`;

describe('a fence stands where people would put it', () => {
  it.each(forms)('%j, %s', (inside, name, expected) => {
    const edits = new EditedText(around(inside));
    const id = edits.names.indexOf(name);
    expect(edits.names).toContain(name);
    expect(edits.edited([id])).toBe(around(expected));
    expect(canonical(parseFp(edits.edited([id])))).toBe(edits.expected([id]));
  });

  it('once in a thread with a range, and in a process', () => {
    const text = `shared int x = 0, y[2] = 0;
thread P(me: 0..1) { local int r = 0; y[me] = 1; r = y[1 - me]; }
process Q(me) { x = 1; x = 2; }
`;
    const edits = new EditedText(text);
    expect(edits.edited([edits.names.indexOf('fence of P after store y[me] = 1')])).toBe(
      text.replace('= 1; r', '= 1; fence; r'),
    );
    expect(edits.edited([edits.names.indexOf('fence of Q after store x = 1')])).toBe(
      text.replace('x = 1;', 'x = 1; fence;'),
    );
  });
});

/** What is in a thread, and what is left without all of its fences. */
const removals: readonly (readonly [string, string])[] = [
  ['x = 1;\n  fence;\n  r = y;', 'x = 1;\n  r = y;'],
  ['x = 1;\r\n  fence;\r\n  r = y;', 'x = 1;\r\n  r = y;'],
  ['x = 1;\n  fence; // drain\n  r = y;', 'x = 1;\n  // drain\n  r = y;'],
  ['x = 1; fence; r = y;', 'x = 1; r = y;'],
  ['x = 1; fence;\n  r = y;', 'x = 1;\n  r = y;'],
  ['x = 1; fence; fence;\n  r = y;', 'x = 1; \n  r = y;'],
  ['x = 1; fence(ww); fence;', 'x = 1; '],
  ['x = 1;\n  L: fence;\n  goto L;', 'x = 1;\n  L: skip;\n  goto L;'],
  ['if (r == 0) fence;\n  r = y;', 'if (r == 0) { }\n  r = y;'],
  ['if (r == 0) { fence; } else fence;\n  r = y;', 'if (r == 0) { } else { }\n  r = y;'],
  ['atomic { x = 1; fence; y = 1; } locked { fence; }', 'atomic { x = 1; y = 1; } locked { fence; }'],
];

describe('a fence that goes', () => {
  it.each(removals)('leaves %j as %j', (inside, expected) => {
    const edits = new EditedText(around(inside), 'remove');
    const all = Array.from({ length: edits.count }, (_, id) => id);
    expect(edits.edited(all)).toBe(around(expected));
    expect(canonical(parseFp(edits.edited(all)))).toBe(edits.expected(all));
  });
});
