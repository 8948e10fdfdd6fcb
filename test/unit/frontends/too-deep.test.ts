import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source, originOf } from '../../../src/diagnostics/span.js';
import type { ProgramText } from '../../../src/frontends/frontend.js';
import { languages } from '../../../src/frontends/index.js';
import { parseFormula } from '../../../src/frontends/fp/formula.js';
import { salpl } from '../../../src/frontends/salpl/parse.js';
import { parsePredicates } from '../../../src/frontends/salpl/predicates.js';
import { invariant } from '../../../src/support/invariant.js';

const deep = 20_000;
const times = (text: string): string => text.repeat(deep);
const list = (item: (i: number) => string): string =>
  Array.from({ length: deep }, (_, i) => item(i)).join(' ');

const fp = (statement: string, property = ''): string =>
  `shared int x = 0; shared int a[2]; process P(me) { ${statement} } ${property}`;
const orig = (body: string, init = 'store x = 0;'): string =>
  `beginit ${init} endinit process 1: 1: load r = x; ${body}`;
const litmus = (condition: string): string => `X86 t\n{}\n P0 ;\n MOV [x],$1 ;\nexists ${condition}\n`;
const rmm = (statement: string, macros = ''): string =>
  `${macros} forbidden A data x = 0 : [0:1] process registers $r = 0 : [0:1] text A: ${statement}`;
const trn = (instruction: string): string => `thread t0 initial q0 transition q0 q1 ${instruction} end`;
const dve = (inside: string, declaration = ''): string =>
  `int x = 0, a[2]; ${declaration} process P { state q; init q; trans q -> q { ${inside} }; } system async;`;
const c = (statement: string): string => `int x; int main(void) { ${statement} return 0; }`;
const bl = (statement: string, property = ''): string =>
  `shared B; local t; init 1: nop; process 1 1: ${statement} ${property}`;
const cub = (formula: string, predicates = ''): string =>
  `type t = A | B var X : int array S[proc] : t ${predicates} init (i) { S[i] = A } unsafe (i) { ${formula} }`;

/** Everything that can stand in its own kind, or as an operand of operators of which many can stand in a row. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fp: {
    brackets: fp(`x = ${times('(')}1${times(')')};`),
    'brackets that are never closed': fp(`x = ${times('(')}`),
    negations: fp(`assume(${times('!')}(x == 0));`),
    signs: fp(`x = ${times('- ')}1;`),
    sums: fp(`x = 0${times(' + x')};`),
    conjunctions: fp(`assume(x == 0${times(' && x == 0')});`),
    implications: fp('', `invariant x == 0${times(' -> x == 0')};`),
    indices: fp(`x = ${times('a[')}0${times(']')};`),
    conversions: fp(`x = ${times('int(')}true${times(')')};`),
    loops: fp(`${times('while (true) { ')} ${times('}')}`),
    branches: fp(`${times('if (x == 0) { ')} ${times('}')}`),
    'chains of else if': fp(`if (x == 0) { skip; } ${times(' else if (x == 1) { skip; }')}`),
    'chains of else if without braces': fp(`if (x == 0) skip; ${times(' else if (x == 1) skip;')}`),
    sections: fp(`${times('atomic { ')} ${times('}')}`),
    choices: fp(`${times('either { skip; } or { ')} skip; ${times('}')}`),
    'temporal operators': fp('', `ltl ${times('G ')}(x == 0);`),
    until: fp('', `ltl x == 0${times(' U x == 0')};`),
    quantifiers: fp('', `invariant ${list((i) => `forall p${i} in P:`)} x == 0;`),
  },
  salpl: {
    brackets: orig(`store x = ${times('(')}1${times(')')};`),
    'brackets after a label': orig(`2: store x = ${times('(')}1${times(')')};`),
    'brackets that are never closed': orig(`store x = ${times('(')}`),
    signs: orig(`store x = ${times('- ')}1;`),
    sums: orig(`store x = r${times(' + r')};`),
    products: orig(`store x = r${times(' * r')};`),
    'brackets of conditions': orig(`if ${times('(')}r = 1${times(')')} nop; endif;`),
    negations: orig(`if ${times('!')}(r = 1) nop; endif;`),
    conjunctions: orig(`if r = 1${times(' & r = 1')} nop; endif;`),
    disjunctions: orig(`if r = 1${times(' | r = 1')} nop; endif;`),
    branches: orig(`${times('if (r = 1) ')} nop; ${times('endif; ')}`),
    'branches after too many ends': orig(
      `${times('endif; ')} ${times('if (r = 1) ')} nop; ${times('endif; ')}`,
    ),
    'chains of else if': orig(`${times('if (r = 1) nop; else ')} nop; ${times('endif; ')}`),
    sections: orig(`${times('begin_atomic ')} nop; ${times('end_atomic ')}`),
    invariants: orig(`nop; assert always ${times('!')}(x = 1);`),
    'program counters': orig(`nop; /* program counters: ${times('(')}pc{1} = 1${times(')')} */`),
    'sums of sums at the beginning': orig('nop;', times('store x = x + 1; ')),
    'signs of signs at the beginning': orig('nop;', times('store x = -x; ')),
    'doubles of doubles at the beginning': orig('nop;', 'store x = x + x; '.repeat(60)),
  },
  litmus: {
    tildes: litmus(`${times('~')}(x=1)`),
    negations: litmus(`${times('not ')}(x=1)`),
    brackets: litmus(`${times('(')}x=1${times(')')}`),
    'brackets that are never closed': litmus(times('(')),
    conjunctions: litmus(`x=1${times(' /\\ x=1')}`),
    disjunctions: litmus(`x=1${times(' \\/ x=1')}`),
    implications: litmus(`x=1${times(' => x=1')}`),
  },
  rmm: {
    brackets: rmm(`$r := ${times('(')}1${times(')')}`),
    signs: rmm(`$r := ${times('- ')}1`),
    sums: rmm(`$r := 1${times(' + 1')}`),
    negations: rmm(`assume: ${times('not ')}true`),
    'brackets of conditions': rmm(`assume: ${times('(')}true${times(')')}`),
    'square brackets': rmm(`assume: ${times('[')}true${times(']')}`),
    conjunctions: rmm(`assume: true${times(' && true')}`),
    disjunctions: rmm(`assume: true${times(' || true')}`),
    blocks: rmm(`${times('{ ')} nop ${times('}')}`),
    branches: rmm(`${times('if true then ')} nop`),
    'chains of else if': rmm(`${times('if true then nop else ')} nop`),
    loops: rmm(`${times('while true do ')} nop`),
    choices: rmm(`${times('either { ')} nop ${times('}')}`),
    sections: rmm(`${times('locked { ')} nop ${times('}')}`),
    'macros that call macros': rmm(
      `assume: m${deep}()`,
      `macro m0() true endmacro ${list((i) => `macro m${i + 1}() m${i}() endmacro`)}`,
    ),
    'macros in arguments': rmm(`assume: ${times('f(')}true${times(')')}`, 'macro f(a) a endmacro'),
  },
  c: {
    brackets: c(`x = ${times('(')}1${times(')')};`),
    negations: c(`x = ${times('!')}x;`),
    sums: c(`x = 0${times(' + x')};`),
    assignments: c(`${times('x = ')}1;`),
    conditions: c(`x = ${times('x ? 1 : ')}2;`),
    blocks: c(`${times('{')}${times('}')}`),
    branches: c(`${times('if (x) ')} x = 1;`),
    'chains of else if': c(`if (x) x = 1; ${times(' else if (x) x = 1;')}`),
    pointers: c(`int ${times('*')}p;`),
    'bracketed declarators': c(`int ${times('(*')}p${times(')')};`),
    'initial values': c(`int a[1] = ${times('{')}1${times('}')};`),
    'calls of calls': c(`x = f${times('()')};`),
  },
  dve: {
    brackets: dve(`guard ${times('(')}x == 0${times(')')};`),
    negations: dve(`guard ${times('not ')}(x == 0);`),
    'negated bits': dve(`guard x == ${times('~')}0;`),
    signs: dve(`effect x = ${times('- ')}1;`),
    sums: dve(`effect x = 1${times(' + 1')};`),
    conjunctions: dve(`guard x == 0${times(' and x == 0')};`),
    implications: dve(`guard x == 0${times(' imply x == 0')};`),
    indices: dve(`effect x = ${times('a[')}0${times(']')};`),
    braces: dve(`${times('{')}${times('}')}`),
    'initial values': dve('', `int y = ${times('(')}0${times(')')};`),
  },
  bl: {
    brackets: bl(`assume(${times('(')}t != 0${times(')')});`),
    negations: bl(`assume(${times('!')}(t != 0));`),
    signs: bl(`t = ${times('- ')}t;`),
    conjunctions: bl(`assume(${times('(t != 0 && ')}t == 0${times(')')});`),
    products: bl(`t = ${times('t * (')}t${times(')')};`),
    properties: bl('nop;', `assert always (${times('!')}(B != 0));`),
  },
  trencher: {
    negations: trn(`check ${times('! ')} r`),
    'sums to the left': trn(`local r ${times('+ ')} 1 ${times('1 ')}`),
    'sums to the right': trn(`write 1 ${times('+ 1 ')} 1`),
    'expressions that end too early': trn(`check ${times('&& ')}`),
  },
  cub: {
    brackets: cub(`${times('(')}S[i] = B${times(')')}`),
    negations: cub(`${times('not ')}(S[i] = B)`),
    conjunctions: cub(`S[i] = B${times(' && S[i] = B')}`),
    implications: cub(`S[i] = B${times(' => S[i] = B')}`),
    'chains of else if': cub(`${times('if S[i] = A then S[i] = A else ')} S[i] = B`),
    'branches in branches': cub(`${times('if S[i] = A then ')} S[i] = B ${times(' else S[i] = A')}`),
    'branches in tests': cub(`${times('if ')} S[i] = B ${times(' then S[i] = A else S[i] = B')}`),
    quantifiers: cub(`${list((i) => `forall_other k${i}.`)} S[i] = B`),
    signs: cub(`X = ${times('- ')}1`),
    sums: cub(`X = 1${times(' + 1')}`),
    'predicates that call predicates': cub(
      `p${deep}(i)`,
      `predicate p0(i) { S[i] = A } ${list((i) => `predicate p${i + 1}(i) { p${i}(i) }`)}`,
    ),
    'deep predicates that call deep predicates': cub(
      'p20(i)',
      `predicate p0(i) { S[i] = A } ${Array.from(
        { length: 20 },
        (_, i) => `predicate p${i + 1}(i) { ${'not '.repeat(900)} p${i}(i) }`,
      ).join(' ')}`,
    ),
  },
};

const tooDeep =
  /^(this is nested more than 1000 deep|this nests more than 200 deep|an expression has too many (?:operands|parts) in a row|more than 500 levels of brackets and operators|the macros expand to more than .*|the initial value of x has more than 2000 parts)$/;

/** The first thing of that kind that the reader says of the text; it says everything at a place, and soon. */
function refusal(read: (source: Source, bag: DiagnosticBag) => unknown, text: string): string | undefined {
  const bag = new DiagnosticBag();
  const started = performance.now();
  read(new Source('deep', text), bag);
  invariant(performance.now() - started < 10_000, 'it does not take long to refuse a text');
  for (const { span } of bag.errors())
    invariant(span !== null && originOf(span) !== null, 'what is wrong is said at its place');
  return bag.errors().find(({ message }) => tooDeep.test(message))?.message;
}

describe('a text that is nested too deeply is refused at the place where it is', () => {
  it('is asked of every language', () => {
    expect(Object.keys(texts).sort()).toEqual(languages.map(({ language }) => language).sort());
  });

  describe.each(languages)('in $language', ({ language, load }) => {
    it.each(Object.entries(texts[language] ?? {}))('%s', async (_, text) => {
      expect(refusal(await load(), text)).toBeDefined();
    });
  });

  it('in a formula of the command line, in both ways to write one', async () => {
    const model = await readText('dve', dve(''));
    invariant(model?.formulas !== undefined, 'the model is right');
    const { program, formulas } = model;
    expect(
      refusal((text, bag) => parseFormula(text, 'invariant', program, bag), `${times('!')}(x == 0)`),
    ).toBeDefined();
    expect(
      refusal((text, bag) => formulas(text, 'invariant', bag), `${times('not ')}(x == 0)`),
    ).toBeDefined();
  });

  it('in a file of predicates', () => {
    const program = salpl.parse(new Source('shallow.orig', orig('nop;')), new DiagnosticBag());
    invariant(program !== null, 'the program is right');
    expect(
      refusal((text, bag) => parsePredicates(text, program, bag), `x = 1\n${times('!')}(x = 1)\n`),
    ).toBeDefined();
  });
});

async function readText(language: string, text: string): Promise<ProgramText | null> {
  const entry = languages.find((one) => one.language === language);
  const bag = new DiagnosticBag();
  return entry?.kind === 'program' ? (await entry.load())(new Source('shallow', text), bag) : null;
}
