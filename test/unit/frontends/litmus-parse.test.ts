import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Source } from '../../../src/diagnostics/span.js';
import type { LitmusTest } from '../../../src/frontends/litmus/litmus-test.js';
import { parseLitmus } from '../../../src/frontends/litmus/parse.js';
import { readExpected } from '../../../tools/corpus/expected.js';
import { corpusFolder, describeOver } from './corpus.js';
import { collect, Describe } from './describe.js';

const fixtures = join('test', 'fixtures', 'litmus');

function read(path: string, text = readFileSync(path, 'utf8')): LitmusTest {
  const { result, report } = collect((bag) => parseLitmus(new Source(path, text), bag));
  expect(report).toBe('');
  if (result === null) throw new Error('no test, but no errors either');
  return result;
}

/** A test of one processor around these instructions. */
const around = (instructions: string, init = ''): LitmusTest =>
  read('one.litmus', `X86 one\n{${init}}\n P0 ;\n${instructions}\nexists (x=1)\n`);

const body = (instructions: string): readonly string[] =>
  new Describe(around(instructions).program).thread(0);

describe('a litmus test', () => {
  it('gives threads, a condition and the places that describe a final state', () => {
    const test = read(join(fixtures, 'sb.litmus'));
    const text = new Describe(test.program);
    expect(test).toMatchObject({
      name: 'sb-plain',
      quantifier: 'exists',
      conditionText: '(0:EAX=0 /\\ 1:EAX=0)',
    });
    expect([...test.info]).toEqual([
      ['Com', 'Fr Fr'],
      ['Hash', '0123456789abcdef'],
    ]);
    expect(test.observed.map((o) => o.text)).toEqual(['0:EAX', '1:EAX']);
    expect(test.program.name).toBe('sb');
    expect(text.shared()).toBe('x = 0; y = 0');
    expect(text.locals()).toBe('P0.EAX = 0; P1.EAX = 0');
    expect([text.thread(0), text.thread(1)]).toEqual([
      ['x = 1', 'EAX = y'],
      ['y = 1', 'EAX = x'],
    ]);
    expect(test.program.properties.map((p) => [p.kind, p.name])).toEqual([['final', 'exists']]);
  });

  it('takes the spellings that occur', () => {
    const test = read(join(fixtures, 'mixed.litmus'));
    const text = new Describe(test.program);
    expect(test).toMatchObject({
      name: 'a/mixed',
      quantifier: '~exists',
      conditionText: '(0:EAX=3 /\\ (x=1 \\/ not (x=2)) /\\ not (z=4))',
    });
    expect(test.observed.map((o) => o.text)).toEqual(['0:EAX', '1:EBX', 'x', 'y', 'z']);
    expect(text.shared()).toBe('x = 2; y = 0; Y = 0; z = 0');
    expect(text.locals()).toBe('P1.EBX = 3; P0.ESI = 16; P0.EAX = 0');
    expect(text.thread(1)).toEqual(['EBX = xchg(x, EBX)', 'Y = EBX']);
    expect(text.thread(2)).toEqual([]);
    expect(text.properties()).toEqual([
      'final ~exists: !(((EAX == 3) && ((x == 1) || !(x == 2))) && !(z == 4))',
    ]);
  });

  it('reads the legacy form as exists', () => {
    expect(read(join(fixtures, 'legacy.litmus'))).toMatchObject({
      quantifier: 'exists',
      conditionText: '(x=2)',
    });
  });

  it('claims the condition itself with forall, and everything without a question', () => {
    const forall = read('t', 'X86 t\n{}\n P0 ;\n MFENCE ;\nforall (x=0 => y=0 => true)\n');
    expect(new Describe(forall.program).properties()).toEqual([
      'final forall: ((x == 0) -> ((y == 0) -> true))',
    ]);
    expect(forall.conditionText).toBe('(x=0 => y=0 => true)');
    const silent = read('t', 'X86 t\n{}\n P0 ;\n MFENCE ;\nlocations [x; 0:EAX]\n');
    expect(silent).toMatchObject({ quantifier: 'forall', conditionText: '(true)' });
    expect(silent.observed.map((o) => o.text)).toEqual(['0:EAX', 'x']);
  });
});

describe('instructions', () => {
  it.each([
    ['mov EAX,1;', ['EAX = 1']],
    ['MOV EAX,$-1;', ['EAX = -1']],
    ['MOVL [x],$0x1F;', ['x = 31']],
    ['mov [final], 1; mov EAX, [exists];', ['final = 1', 'EAX = exists']],
    ['mov dword ptr [x], ebx;', ['x = EBX']],
    ['MOV EAX,EBX;', ['EAX = EBX']],
    ['MFENCE; SFENCE; LFENCE; NOP;', ['fence full', 'fence ww', 'skip', 'skip']],
    ['XCHG EAX,[x]; XCHG [x],EAX;', ['EAX = xchg(x, EAX)', 'EAX = xchg(x, EAX)']],
    ['LOCK XCHG EAX,[x];', ['EAX = xchg(x, EAX)']],
    ['XCHG EAX,EBX;', ['scratch = EAX', 'EAX = EBX', 'EBX = scratch']],
    ['INC EAX; DEC [x];', ['EAX = (EAX + 1)', 'x = (x - 1)']],
    ['ADD EAX,[x]; SUB [x],$2;', ['EAX = (EAX + x)', 'x = (x - 2)']],
    ['LOCK INC [x]; LOCK SUB [x],EAX;', ['fetch_add(x, 1)', 'fetch_add(x, (0 - EAX))']],
    ['LOCK XADD [x],EAX;', ['EAX = fetch_add(x, EAX)']],
    ['XADD [x],EAX;', ['scratch = x', 'x = (scratch + EAX)', 'EAX = scratch']],
    ['XADD EAX,EAX;', ['scratch = EAX', 'EAX = (scratch + EAX)']],
    [
      'LOCK CMPXCHG [x],EBX;',
      ['locked', '  scratch = x', '  if (scratch == EAX)', '    x = EBX', '  else', '    EAX = scratch'],
    ],
  ])('%s', (text, expected) => {
    expect(body(text)).toEqual(expected);
  });

  it('keeps the scratch register from the user', () => {
    const { locals } = around('XCHG EAX,EBX;').program;
    expect(locals.filter((l) => l.temporary).map((l) => l.name)).toEqual(['scratch']);
  });
});

const folder = corpusFolder('litmus', 'public');

describeOver(folder)('the corpus of litmus tests (needs $FENCEPOST_CORPUS)', () => {
  it('is read without a word, and conditions and places are spelt as herd spells them', () => {
    const expected = readExpected(folder);
    expect(expected.length).toBeGreaterThan(500);
    for (const { name, file, quantifier, condition, models } of expected) {
      const test = read(join(folder, file));
      const [state = ''] = models.get('sc')?.states ?? [];
      const places = state.split(';').flatMap((part) => part.trim().split('=').slice(0, -1));
      expect(test).toMatchObject({ name, quantifier, conditionText: condition });
      expect(test.observed.map((o) => o.text)).toEqual(places);
    }
  });
});
