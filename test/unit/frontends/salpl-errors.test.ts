import { describe, expect, it } from '@jest/globals';
import { Source } from '../../../src/diagnostics/span.js';
import { salpl } from '../../../src/frontends/salpl/parse.js';
import { parsePredicates } from '../../../src/frontends/salpl/predicates.js';
import { collect, messages } from './describe.js';

function reportOf(text: string): string {
  const { result, report } = collect((bag) => salpl.parse(new Source('t.orig', text), bag));
  expect(result).toBeNull();
  return report;
}

describe('mistakes in a program of the CUPEX language', () => {
  it('are shown in their line, with a hint', () => {
    expect(reportOf('process 1:\n1: store x = 1;\n   goto 12;\n')).toBe(
      [
        't.orig:3:9: error: process 1 has no label 12 [E203]',
        ' 3 |    goto 12;',
        '   |         ^^',
        '  = Its labels are 1.',
      ].join('\n'),
    );
  });

  it('in statements are all found', () => {
    const lines = [
      'process 1:',
      'store x = 0',
      'store x 1;',
      'load r = x + 1;',
      'if (r) nop else endif;',
      'goto a;',
      'r := 1;',
      'store x = ;',
      'x = @;',
      'assert (x = 1);',
      'stor x = 1;',
      '/* never ends',
    ];
    expect(messages(reportOf(lines.join('\n')))).toEqual([
      '2:11 E103 a ; is missing after this',
      '3:9 E103 unexpected 1',
      '4:12 E103 unexpected +',
      '5:8 E103 unexpected nop',
      '6:6 E103 unexpected a',
      '7:3 E103 unexpected :',
      '8:11 E103 unexpected ;',
      '9:5 E101 unexpected character @',
      '10:8 E103 unexpected (',
      '11:6 E103 unexpected x',
      '12:1 E102 the comment that starts here never ends',
    ]);
  });

  it('in the nesting are all found', () => {
    const lines = [
      'process 1:',
      'begin_atomic',
      'if (r = 1) nop',
      'end_atomic',
      'if (r = 1)',
      '  nop',
      'else',
      '  goto 3;',
      'process 2:',
      'if (r2 = 1) else else endif',
      'else endif end_atomic',
      'begin_atomic nop',
      'process 3: beginit',
    ];
    expect(messages(reportOf(lines.join('\n')))).toEqual([
      '3:1 E103 this if has no endif',
      '5:1 E103 this if has no endif',
      '8:8 E203 process 1 has no label 3',
      '10:18 E402 else without if',
      '11:1 E402 else without if',
      '11:6 E402 endif without if',
      '11:12 E402 end_atomic without begin_atomic',
      '12:1 E103 this begin_atomic has no end_atomic',
      '13:12 E402 beginit inside a process',
    ]);
  });

  it.each([
    ['no process', 'beginit store x = 1; endinit', ['1:1 E404 the program has no processes']],
    ['no endinit', 'beginit store x = 1;\nprocess 1: nop', ['1:1 E103 this beginit has no endinit']],
    [
      'a jump in the initial section',
      'beginit goto 1; endinit process 1: nop',
      ['1:9 E402 the initial section holds assignments, store and load only'],
    ],
    [
      'text before the processes',
      'store x = 1; process 1: nop',
      ['1:1 E402 a statement outside of the initial section and the processes'],
    ],
    ['a process twice', 'process 1: nop process 1: nop', ['1:24 E202 process 1 is there twice']],
    ['a label twice', 'process 1: 1: nop 1: nop', ['1:19 E202 process 1 has the label 1 twice']],
    [
      'a jump into an atomic block',
      'process 1: begin_atomic 3: nop end_atomic goto 3;',
      ['1:48 E403 label 3 is inside an atomic block'],
    ],
    [
      'an unknown label in a property',
      'process 1: 1: nop /* program counters: pc{1} != 7 | pc{3} = 1 */',
      ['1:49 E203 process 1 has no label 7', '1:56 E204 there is no process 3'],
    ],
    [
      'a program counter in a statement',
      'process 1: 1: if (pc{1} = 1) endif',
      ['1:22 E405 pc belongs into properties'],
    ],
    [
      'half a property',
      'process 1: 1: nop /* program counters: && pc{1} != 1 */',
      ['1:19 E405 there is no assert always that this belongs to'],
    ],
    [
      'a shared variable without store',
      'process 1: load r = x; x = 1;',
      ['1:24 E205 x is shared, because load or store is used for it'],
    ],
    [
      'a shared variable without load',
      'process 1: store y = 1; r = y;',
      ['1:29 E205 y is shared, because load or store is used for it'],
    ],
    [
      'a local of the other process',
      'process 1: r = s; process 2: s = 1;',
      ['1:16 E205 s is a local of process 2'],
    ],
    [
      'a name that several have',
      'process 1: t = 1; process 2: t = 1; assert always t = 1;',
      ['1:51 E205 several processes have a local t'],
    ],
    ['a name that nobody uses', 'process 1: nop assert always t = 1;', ['1:30 E205 no process uses t']],
  ])('%s', (_name, text, expected) => {
    expect(messages(reportOf(text))).toEqual(expected);
  });

  it('in predicates are told by line', () => {
    const source = new Source('t.orig', 'process 1: t = 1; r = 1; process 2: t = 1;');
    const program = collect((bag) => salpl.parse(source, bag)).result;
    if (program === null) throw new Error('the program is right');
    const text = '(r = 1)\n(r = 1) (r = 2)\n(rr = 1)\n(t = 0)\n(r = \n(pc{1} = 1)\n';
    const { result, report } = collect((bag) => parsePredicates(new Source('t.pred', text), program, bag));
    expect(result).toHaveLength(1);
    expect(messages(report)).toEqual([
      '2:9 E103 unexpected (',
      '3:2 E201 the program has no variable rr',
      '4:2 E205 several threads have a local t',
      '5:4 E103 this predicate ends too early',
      '6:5 E405 pc belongs into properties',
    ]);
  });
});
