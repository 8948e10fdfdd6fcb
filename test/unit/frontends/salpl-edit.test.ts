import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { editLines } from '../../../src/frontends/salpl/line-editor.js';
import { salpl } from '../../../src/frontends/salpl/parse.js';
import { canonical } from '../../../src/lang/program/modulo-spans.js';
import type { Program } from '../../../src/lang/program/program.js';
import { at } from '../../../src/support/invariant.js';
import { foundFence } from '../../../src/synthesis/fences/describe-fence.js';
import { fenceEdits } from '../../../src/synthesis/fences/fence-edits.js';
import { FencedProgram } from '../../../src/synthesis/fences/fenced-program.js';
import type { FenceTask } from '../../../src/synthesis/synthesis-report.js';

function parsed(source: Source): Program {
  const bag = new DiagnosticBag();
  const program = salpl.parse(source, bag);
  if (program === null)
    throw new Error(
      `${bag
        .errors()
        .map(({ message }) => message)
        .join('\n')}\n${source.text}`,
    );
  return program;
}

class Edited {
  readonly #source: Source;
  readonly #program: Program;
  readonly #fenced: FencedProgram;

  constructor(
    readonly text: string,
    private readonly task: FenceTask = 'add',
  ) {
    this.#source = new Source('p.orig', text);
    this.#program = parsed(this.#source);
    this.#fenced = new FencedProgram(this.#program, task, true, { fence: 1, 'fence(ww)': 1, locked: 1 });
  }

  /** As `fence after store x = 1`. */
  get names(): readonly string[] {
    return this.#fenced.candidates.map((candidate) => {
      const { kind, place } = foundFence(candidate, this.#program);
      return `${kind} ${place}`;
    });
  }

  /** Null: the language cannot say it. Throws if it says something else. */
  edited(ids: readonly number[]): string | null {
    const set = ids.map((id) => foundFence(at(this.#fenced.candidates, id), this.#program));
    const text = editLines(this.#source, fenceEdits(set, this.task));
    if (text === null) return null;
    const all = this.names.map((_, id) => id);
    const chosen = new Set(all.filter((id) => ids.includes(id) === (this.task === 'add')));
    const isSame = canonical(parsed(new Source('p.orig', text))) === canonical(this.#fenced.with(chosen));
    if (!isSame) throw new Error(`not what was verified:\n${text}`);
    return text;
  }
}

const head = 'beginit\n  store x = 0;\n  store y = 0;\n  store z = 0;\nendinit\n\n';
/** The label 7 is one that the property names. */
const process = (inside: string): string =>
  `${head}process 1:\n${inside}\n\nprocess 2:\n1: load t = x; // theirs\n   store z = t;\n   goto 1;\n\n` +
  `assert always (${inside.includes('7:') ? 'pc{1} != 7' : 'z < 2'}) | (pc{2} != 1);\n`;

const forms: readonly (readonly [string, string, string | null])[] = [
  [
    '1: store x = 1; // mine\n2: load r = y;',
    'fence after store x = 1',
    '1: store x = 1; // mine\n   fence;\n2: load r = y;',
  ],
  ['1: store x = 1; load r = y;', 'fence after store x = 1', '1: store x = 1; fence; load r = y;'],
  [
    '   store x = 1 ;\r\n   load r = y;',
    'fence after store x = 1',
    '   store x = 1 ;\r\n   fence;\r\n   load r = y;',
  ],
  ['3: store x = 1;\n   goto 3;', 'fence before store x = 1', '3: fence; store x = 1;\n   goto 3;'],
  ['7: store x = 1;\n   goto 7;', 'fence before store x = 1', null],
  ['3: store x = 1;\n   load r = y;', 'fence(ww) after store x = 1', null],
  ['3: store x = 1;\n   load r = y;', 'locked the store x = 1', null],
  [
    '   load r = y;\n   if (r = 0)\n     store x = 1;\n   else\n     store y = 1;\n   endif;\n   load r = z;',
    'fence after if (r == 0)',
    '   load r = y;\n   if (r = 0)\n     store x = 1;\n   else\n     store y = 1;\n   endif;\n   fence;\n   load r = z;',
  ],
  [
    '   load r = y;\n   if (r = 0)\n     store x = 1;\n   endif\n   load r = z;',
    'fence in the empty else branch of if (r == 0)',
    '   load r = y;\n   if (r = 0)\n     store x = 1;\n   else fence;\n   endif\n   load r = z;',
  ],
  [
    '   load r = y;\n   if (r = 0)\n     if (r = 1) store x = 1; else nop; endif\n   else\n   endif\n   load r = z;',
    'fence in the empty else branch of if (r == 0)',
    '   load r = y;\n   if (r = 0)\n     if (r = 1) store x = 1; else nop; endif\n   else\n   fence;\n   endif\n   load r = z;',
  ],
  [
    '   load r = y;\n   if (r = 0)\n     store x = 1;\n   endif\n   load r = z;',
    'fence before store x = 1',
    '   load r = y;\n   if (r = 0)\n   fence;\n     store x = 1;\n   endif\n   load r = z;',
  ],
  [
    '4: begin_atomic;\n   store x = 1;\n   end_atomic;\n   load r = y;',
    'fence after atomic',
    '4: begin_atomic;\n   store x = 1;\n   end_atomic;\n   fence;\n   load r = y;',
  ],
  [
    '   load r = y;\n   if (r = 0) store x = 1;\n5: endif\n   store y = 1;\n   goto 5;',
    'fence after if (r == 0)',
    null,
  ],
];

describe('a fence between lines', () => {
  it.each(forms)('%j: %s', (inside, name, expected) => {
    const edits = new Edited(process(inside));
    expect(edits.names).toContain(name);
    const changed = edits.edited([edits.names.indexOf(name)]);
    expect(changed).toBe(expected === null ? null : process(expected));
  });

  it('says what was verified, at every place and pair of places', () => {
    const counts = { changed: 0, impossible: 0 };
    for (const [inside] of forms) {
      const edits = new Edited(process(inside));
      const ids = edits.names.map((_, id) => id);
      for (const one of ids)
        for (const other of ids.filter((id) => id >= one)) {
          if (edits.edited([one, other]) === null) counts.impossible++;
          else counts.changed++;
        }
    }
    expect(counts.changed).toBeGreaterThan(100);
    expect(counts.impossible).toBeGreaterThan(100);
  });

  it.each([
    ['   store x = 1;\n   fence;\n   load r = y;', '   store x = 1;\n   load r = y;'],
    ['   store x = 1; fence; load r = y;', '   store x = 1; load r = y;'],
    ['   store x = 1; fence\n   load r = y;', '   store x = 1;\n   load r = y;'],
    ['   store x = 1;\n5: fence;\n   goto 5;', '   store x = 1;\n5: nop;\n   goto 5;'],
  ])('goes from %j', (inside, expected) => {
    const edits = new Edited(process(inside), 'remove');
    expect(edits.edited([0])).toBe(process(expected));
  });
});
