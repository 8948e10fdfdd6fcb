import { describe, expect, it } from '@jest/globals';
import { Source } from '../../../src/diagnostics/span.js';
import { litmus } from '../../../src/frontends/litmus/parse.js';
import { collect, messages } from './describe.js';

function reportOf(text: string): string {
  const { result, report } = collect((bag) => litmus.parse(new Source('t.litmus', text), bag));
  expect(result).toBeNull();
  return report;
}

describe('mistakes in a litmus test', () => {
  it('are shown in their line, with a hint', () => {
    expect(reportOf('X86 t\n{}\n P0 | P1 ;\n MOV [x],$1 | MOVE EAX,[x] ;\nexists (x=1)\n')).toBe(
      [
        't.litmus:4:15: error: the instruction MOVE is not supported [E501]',
        ' 4 |  MOV [x],$1 | MOVE EAX,[x] ;',
        '   |               ^^^^',
        '  = Did you mean MOV? Supported are MOV, XCHG, MFENCE, SFENCE, LFENCE, NOP, INC, DEC, ADD, SUB, XADD, CMPXCHG.',
      ].join('\n'),
    );
  });

  it.each([
    [
      'another architecture',
      'AArch64 t\n{}\n P0 ;\nexists (x=1)',
      ['1:1 E501 litmus tests for AArch64 are not supported'],
    ],
    ['no name', 'X86\n{}\n P0 ;\nexists (x=1)', ['1:1 E103 the test has no name']],
    ['no initial state', 'X86 t\n P0 ;\n MFENCE ;', ['3:10 E103 a litmus test needs an initial state']],
    ['an open initial state', 'X86 t\n{ x=1\n P0 ;\nexists (x=1)', ['2:1 E103 this { is never closed']],
    [
      'an open comment',
      'X86 t\n{}\n P0 ;\n (* MFENCE ;\nexists (x=1)',
      ['4:2 E102 the comment that starts here never ends'],
    ],
    ['no condition', 'X86 t\n{}\n P0 ;\n MFENCE ;\n', ['4:9 E103 a litmus test needs a condition']],
    ['no processors', 'X86 t\n{}\nexists (x=1)', ['1:5 E404 the test has no processors']],
    ['a row without end', 'X86 t\n{}\n P0 ;\n MFENCE\nexists (x=1)', ['4:2 E103 this row has no end']],
    [
      'a filter',
      'X86 t\n{}\n P0 ;\n MFENCE ;\nfilter (x=1) exists (x=1)',
      ['5:1 E501 filter is not supported'],
    ],
  ])('%s', (_name, text, expected) => {
    expect(messages(reportOf(text))).toEqual(expected);
  });

  it('in the table are all found', () => {
    const text = 'X86 t\n{}\n Q0 | P1 | P1 ;\n MFENCE | MFENCE ;\n | | | MFENCE ;\nexists (x=1)';
    expect(messages(reportOf(text))).toEqual([
      '3:2 E103 the first row must name the processors',
      '3:12 E202 P1 has two columns',
      '4:2 E103 this row has 2 cells, but there are 3 processors',
      '5:2 E103 this row has 4 cells, but there are 3 processors',
    ]);
  });

  it('in the initial state are all found', () => {
    const text =
      'X86 t\n{ 0:EAZ=1; 3:EAX=1; EAX=2; x=0; x=1; y=z; w=99999999999; v= }\n P0 ;\n MFENCE ;\nexists (x=1)';
    expect(messages(reportOf(text))).toEqual([
      '2:3 E201 unknown register EAZ',
      '2:12 E204 there is no processor P3 in this test',
      '2:21 E103 the register EAX needs its processor',
      '2:33 E202 x has two initial values',
      '2:40 E501 an address as a value is not supported',
      '2:45 E303 99999999999 does not fit into 32 bits',
      '2:59 E103 this initial value ends too early',
    ]);
  });

  it.each([
    ['JNE L0+4', '1 E501 the instruction JNE is not supported'],
    ['L0: MFENCE', '1 E501 labels and branches are not supported'],
    ['MOV RAX,[x]', '5 E201 unknown register RAX'],
    ['MOV [EAX],$1', '5 E501 an address in a register is not supported'],
    ['MOV EAX,x', '9 E201 unknown register x'],
    ['MOV EAX,[x+1]', '11 E103 unexpected + in this instruction'],
    ['MOV EAX,', '8 E103 this instruction ends too early'],
    ['MOV [x],[y]', '1 E501 MOV takes a register or memory, and a source; not memory twice'],
    ['MOV $1,EAX', '1 E501 MOV takes a register or memory, and a source; not memory twice'],
    ['MOV EAX', '1 E501 MOV takes a register or memory, and a source; not memory twice'],
    ['XCHG [x],$1', '1 E501 XCHG takes two registers, or a register and memory'],
    ['MFENCE EAX', '1 E501 MFENCE takes no operands'],
    ['XADD [x],$1', '1 E501 XADD takes a register or memory, and a register'],
    ['CMPXCHG [x],EBX', '1 E501 CMPXCHG takes memory and a register, with LOCK'],
    ['LOCK MOV [x],$1', '1 E402 LOCK is for instructions that read and write memory'],
    ['LOCK INC EAX', '1 E402 LOCK is for instructions that read and write memory'],
    ['MOV EAX,0x100000000', '9 E303 4294967296 does not fit into 32 bits'],
    ['ADD EAX,$2147483647', '1 E501 the values of this test may leave 32 bits'],
  ])('%s', (instruction, expected) => {
    const text = `X86 t\n{}\n P0 ;\n${instruction};\nexists (x=1)`;
    expect(messages(reportOf(text))).toEqual([`4:${expected}`]);
  });

  it.each([
    ['exists (0:EAX=1 /\\ )', ['5:20 E103 unexpected ) in this condition']],
    ['exists (0:EAX=1', ['5:15 E103 this condition ends too early']],
    ['exists (x=1) /\\ x', ['5:17 E103 this condition ends too early']],
    ['exists (x)', ['5:10 E103 unexpected ) in this condition']],
    [
      'exists (0:EBC=1 /\\ EAX=2 /\\ 7:EAX=0)',
      [
        '5:9 E201 unknown register EBC',
        '5:20 E103 the register EAX needs its processor',
        '5:29 E204 there is no processor P7 in this test',
      ],
    ],
    ['exists (x=4294967295)', ['5:9 E303 4294967295 does not fit into 32 bits']],
  ])('%s', (question, expected) => {
    expect(messages(reportOf(`X86 t\n{}\n P0 ;\n MFENCE ;\n${question}`))).toEqual(expected);
  });

  it('is only a warning if text after the condition might be meant', () => {
    const text = 'X86 t\n{}\n P0 ;\n MFENCE ;\nexists (x=1) and (x=2)';
    const { result, report } = collect((bag) => litmus.parse(new Source('t.litmus', text), bag));
    expect(result).not.toBeNull();
    expect(messages(report)).toEqual(['5:14 W605 the text after the condition is ignored']);
  });
});
