/** Texts that make much work of a kind, by the names of files. */
export const inputs: Readonly<Record<string, string>> = {
  'small.fp': 'shared int x = 0;\nthread P { x = 1; }\nfinal x == 1;\n',
  'forall-2.fp': instances(1000, 'invariant forall a != b in P: !(a at CS && b at CS);'),
  'forall-3.fp': instances(
    300,
    'invariant forall a != b in P: forall c in P: !(a at CS && b at CS && c at CS) || w[c];',
  ),
  'array.fp': `shared int a[1048576];
thread P { a[3] = 1; }
invariant a[3] <= 1 || a[4] > 2;
`,
  'array-0.fp': `shared int a[1048576] = 0;
thread P { local int r = 0; r = a[5]; a[3] = 1; }
invariant a[3] <= 1;
`,
  'array-i.fp': `shared int a[1048576] = 0;
shared int i = 7;
thread P { local int r = 0; r = i; a[r] = 1; }
invariant a[3] <= 1;
`,
  'squares.fp': squares('invariant x >= 0;'),
  'squares-process.fp': squares('process Q(me) { x = 0; }\ninvariant x >= 0;'),
  'constants.fp': `const A0 = 1000003;
${times(40, (i) => `const A${i + 1} = A${i} * A${i};\n`)}
shared int x = 0;
thread P { x = A40; }
invariant x >= 0;
`,
  'arbiter.fp': arbiter(5),
  'long.fp': `shared int x = 0, y = 0;
thread P { ${times(20_000, (i) => `x = ${i % 7};\n`)} }
thread Q { local int r = 0; r = x; y = r; }
invariant y <= 7;
`,
  'next.fp': `shared int x = 0;
thread P { while (true) { x = 1 - x; } }
ltl ${times(300, (i) => `X (x == ${i % 2} ${i % 3 === 0 ? '&&' : '||'} `)}x == 0${times(300, () => ')')};
`,
  'many-ltl.fp': `shared int x = 0, y = 0;
${times(7, (i) => `thread P${i} { local int r = 0; while (true) { x = ${i}; r = y; y = r + ${i} - r; } }\n`)}
ltl G (x == 1 -> F (y == 2 && F x == 3));
`,
  'labels.fp': `shared int x = 0;
thread P { ${jumps(5000)} }
thread Q { ${jumps(5000)} }
invariant x <= 4999;
`,
  'atomic.fp': `shared int x = 0;
thread P { local int r = 0; atomic { while (r < 1000000000) { r = r + 1; } } x = r; }
thread Q { atomic { while (true) { x = x + 1; } } }
invariant x >= 0;
`,
  'macros.c': `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
#define A0 x = x + 1;
${times(13, (i) => `#define A${i + 1} A${i} A${i}\n`)}
static void *work(void *unused) { A13 return NULL; }
int main(void) { pthread_t t; pthread_create(&t, NULL, work, NULL); A12 pthread_join(t, NULL); assert(x >= 0); return 0; }
`,
  'large.litmus': largeLitmus(250),
  'large.bl': largeBoolean(3000, 12),
  'deep.bl': largeBoolean(3000, 12).replace(/assert.*/, ''),
};

function times(count: number, text: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => text(i)).join('');
}

function jumps(count: number): string {
  return times(count, (i) => `L${i}: x = ${i}; if (x == ${(3 * i) % count}) { goto L${(7 * i) % count}; }\n`);
}

/** As many processes as each has instructions. */
function largeLitmus(count: number): string {
  const row = (text: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => text(i)).join(' | ');
  const instruction = (line: number, i: number): string =>
    line % 2 === 0 ? `MOV [x${(i + line) % count}],$${line + 1}` : `MOV EAX,[x${(i + line) % count}]`;
  return `X86 large
"large"
{ ${times(count, (i) => `x${i}=0; `)}}
 ${row((i) => `P${i}`)} ;
${times(count, (line) => ` ${row((i) => instruction(line, i))} ;\n`)}exists (0:EAX=0)
`;
}

function instances(count: number, property: string): string {
  return `shared bool w[P] = false;
thread P(me: 0..${count - 1}) { w[me] = true; CS: w[me] = false; }
${property}
`;
}

function squares(rest: string): string {
  return `shared int x = 0;
thread P { local int r = 3; ${times(40, () => 'r = r * r; ')} x = r; }
${rest}
`;
}

/** Hands a turn round among processes that ask for it; what it stores may overtake what it has stored before. */
function arbiter(count: number): string {
  return `shared int ${times(count, (i) => `${i === 0 ? '' : ', '}ask${i} = 0, may${i} = 0`)};
thread Arbiter { local int r = 0; while (true) {
${times(count, (i) => `  r = ask${i}; if (r == 1) { may${i} = 1; r = ask${i}; while (r == 1) { r = ask${i}; } may${i} = 0; }\n`)}
} }
${times(count, (i) => `thread P${i} { local int s = 0; while (true) { ask${i} = 1; s = may${i}; while (s == 0) { s = may${i}; } CS: ask${i} = 0; } }\n`)}
invariant !(P0 at CS && P1 at CS);
predicates { ${times(count, (i) => `ask${i} == 1; may${i} == 1; P${i}.s == 0; `)} Arbiter.r == 1; }
`;
}

/** Two processes that go round over many bits, each of which is drawn from all others. */
function largeBoolean(lines: number, bits: number): string {
  const is = (i: number): string => `b${i % bits} != 0`;
  const line = (i: number): string =>
    `${i + 1}: store b${i % bits} = choose(${is(i + 1)} && ${is(i + 2)}, !(${is(i + 1)}) && ${is(i + 3)});\n`;
  const body = `${times(lines, line)}${lines + 1}: if (true) goto 1;\n`;
  return `shared ${times(bits, (i) => `${i === 0 ? '' : ', '}b${i}`)};

init
${times(bits, (i) => `${i + 1}: store b${i} = choose(false, true);\n`)}
process 1
${body}
process 2
${body}
assert always (pc{1} != ${lines} || b0 == 0 || b1 == 0 || b2 != 0 || b3 != 0 || b4 == 0);
`;
}
