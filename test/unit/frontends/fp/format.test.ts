import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { formatFp } from '../../../../src/frontends/fp/format/format.js';
import { lexed } from '../../../../src/frontends/fp/lexer.js';
import { fp } from '../../../../src/frontends/fp/parse.js';
import { plainText } from '../../../../src/frontends/frontend.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import { generateSugar } from '../../../support/language/generate-sugar.js';
import { printSugar } from '../../../support/language/print-sugar.js';
import { Random } from '../../../support/random.js';
import { samples } from '../../../support/samples.js';

function formatted(text: string): string {
  const bag = new DiagnosticBag();
  const result = formatFp(new Source('test.fp', text), bag);
  if (result === null)
    throw new Error(
      bag
        .errors()
        .map(({ message }) => message)
        .join('; '),
    );
  return result;
}

/** The program, with the lines in names of properties left out. */
function meaning(text: string): string {
  const bag = new DiagnosticBag();
  const program = fp.parse(new Source('test.fp', text), bag, { ...plainText, readBeside: () => null });
  if (program === null)
    throw new Error(
      bag
        .errors()
        .map(({ message }) => message)
        .join('; '),
    );
  return printProgram(program).replace(/\b(assert|invariant|final|ltl):[0-9]+(:[0-9]+)?/g, '$1');
}

/** The same text with other blanks between its tokens. */
function mangled(text: string, random: Random): string {
  const blanks = [' ', '  ', '\n', '\n\n\n', '\t', ' \n    '];
  return [...lexed(text)]
    .map((token) => {
      if (token.type === 'comment' && token.text.startsWith('//')) return `${token.text}\n`;
      return token.type === 'space' ? (blanks[random.below(blanks.length)] ?? ' ') : token.text;
    })
    .join('');
}

/** Formatting changes nothing but blanks, and nothing the second time. */
function check(text: string): void {
  const once = formatted(text);
  expect(formatted(once)).toBe(once);
  expect(meaning(once)).toBe(meaning(text));
  expect(once.split('\n').every((line) => line === line.trimEnd())).toBe(true);
}

describe('the style of .fp', () => {
  it('has a statement a line, and blanks where people put them', () => {
    const text = `const   N=2 ; // trailing


enum Phase{Idle,Busy=2,
  Done , }
enum E { A,B }
shared int[0..N-1] x=0,y = 1 ;  /* a */ /* b */
shared int a[2]={1,-1};
inline max(int p,shared q){ local int r=p>0?-p:p; r+=1;r++; r -- ; return -r; }
thread P(me:0..N-1){local int r=0;

  // own line
  L1:L2:x=1; /* mid */ y = -x - -1;
  if(x==0){fence(ww);}
  // between
  else if (y>1) x=1; else { r = cas( x,0 , 1 );
  }

  do{r++;}while(r<3);
  for(i in 0..N-1)x=i;
  either{skip;}or{a[0]=!(x==1)?1:0;} // end
  while (true) { // opening

    skip;
    // below
  }
  atomic{}
  assert   foo:x==1;
  End:
}
ltl live:G(P(0) at L1->F(P(0) at L1))&&X!(x==1)U y==2;
invariant forall a!=b in P:!(a at L1&&b at L1);
predicates{x==0;y==1;}
// the end
`;
    expect(formatted(text)).toBe(`const N = 2; // trailing

enum Phase {
  Idle,
  Busy = 2,
  Done,
}

enum E { A, B }
shared int[0..N - 1] x = 0, y = 1; /* a */ /* b */
shared int a[2] = {1, -1};
inline max(int p, shared q) { local int r = p > 0 ? -p : p; r += 1; r++; r--; return -r; }
thread P(me: 0..N - 1) {
  local int r = 0;

  // own line
  L1: L2: x = 1; /* mid */
  y = -x - -1;
  if (x == 0) {
    fence(ww);
  }
  // between
  else if (y > 1) x = 1;
  else {
    r = cas(x, 0, 1);
  }

  do { r++; } while (r < 3);
  for (i in 0..N - 1) x = i;
  either { skip; } or { a[0] = !(x == 1) ? 1 : 0; } // end
  while (true) { // opening
    skip;
    // below
  }
  atomic { }
  assert foo: x == 1;
  End:
}

ltl live: G (P(0) at L1 -> F (P(0) at L1)) && X !(x == 1) U y == 2;
invariant forall a != b in P: !(a at L1 && b at L1);
predicates { x == 0; y == 1; }
// the end
`);
  });

  it('breaks long lines behind titles and weak operators', () => {
    const name = 'a_name_that_is_long';
    const one = `${name} == 1 && ${name} == 2`;
    const text = formatted(
      `shared int ${name} = 0;\nthread P { if (${one} || ${one} || ${one}) { skip; } }\ninvariant named: ${one} && ${name} != 33;`,
    );
    expect(text).toBe(`shared int ${name} = 0;
thread P {
  if (${one} ||
      ${one} ||
      ${one}) {
    skip;
  }
}

invariant named: ${one} && ${name} != 33;
`);
  });

  it('keeps the line ends of the text', () => {
    expect(formatted('shared int x=0;\r\nthread P { /* a\r\nb */ x=1; }\r\n')).toBe(
      'shared int x = 0;\r\nthread P {\r\n  /* a\r\nb */\r\n  x = 1;\r\n}\r\n',
    );
  });

  it.each(['thread P { x = ; }', 'thread P {', 'thread P { } }', '/* open'])('leaves alone %s', (text) => {
    expect(formatFp(new Source('test.fp', text), new DiagnosticBag())).toBeNull();
  });

  it('changes no sample but its blanks', () => {
    const texts = samples.map((path) => readFileSync(`samples/${path}`, 'utf8'));
    const random = new Random(1);
    expect(texts.length).toBeGreaterThan(50);
    // All that is written is the same by a check of the formatter itself; that it means the same is asked of some.
    for (const [i, text] of texts.entries()) {
      const once = formatted(text);
      expect(formatted(once)).toBe(once);
      if (i % 8 === 0) check(mangled(text, random));
    }
  });

  it('changes no generated program but its blanks', () => {
    for (let seed = 1; seed <= 25; seed++) {
      const random = new Random(seed);
      const text = mangled(printSugar(generateSugar(random)), random);
      check(text);
      expect(formatted(text)).not.toBe(text);
    }
  });
});
