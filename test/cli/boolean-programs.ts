/** Small Boolean programs for the tests of the command line. */

/** Safe under SC only. */
export const storeBufferingBl = `shared X, Y;
local r;

init
1: nop;

process 1
/* Statement x = 1 */
/* update predicate - X: (x = 1) */
10: store X = 1;
/* Statement r1 = y */
11: load r = Y;
12: nop;

process 2
/* Statement y = 1 */
/* update predicate - Y: (y = 1) */
20: store Y = 1;
/* Statement r2 = x */
21: load r = X;
22: nop;

assert final r{1} != 0 || r{2} != 0;
`;

/** Both processes get to 8: the test of the lock and its taking are two steps. */
export const race = `shared Free, Rest;
local t;

init
/* update predicate - Free: (lock = 0) */
1: store Free = choose(true, false);
2: store Rest = *;

process 1
1: nop;
/* Statement await lock = 0 */
2: assume(Free != 0);
/* Statement lock = 1 */
3: begin_atomic;
4: load t = Free;
5: store Free = choose(false, t != 0 || t == 0);
6: t = 0;
7: end_atomic;
8: nop;
9: if (true) goto 8;

process 2
1: nop;
2: assume(Free != 0);
3: store Free = choose(false, true);
8: nop;
9: if (*) goto 8;

assert always (pc{1} != 8) || (pc{2} != 8);
`;

/** The section of the process has a dead end on every path. */
export const stuck = `shared X;
local;

init
1: store X = 0;

process 1
1: begin_atomic;
2: assume(X != 0);
3: end_atomic;

assert always X == 0;
`;

/** Nobody ever sees process 1 at 3: its section goes on to its end. */
export const swallowed = `shared X;
local t;

init
1: nop;

process 1
1: begin_atomic;
2: store X = 1;
3: nop;

process 2
1: load t = X;

assert always pc{1} != 3;
`;

export const neverBegins = `shared X;
local;

init
1: assume(X != 0);

process 1
1: store X = 1;

assert always X == 0;
`;

export const astray = `shared X;
local;

init
1: nop;

process 1
1: if (X != 0) goto 99;
2: store X = *;
3: if (true) goto 1;

assert always X == 0 || X != 0;
`;

/** Nobody ever takes the jump. */
export const astrayButSafe = `shared X;
local;

init
1: nop;

process 1
1: if (X != 0) goto 99;
2: nop;

assert always X == 0;
`;

/** Nobody gets to the end that the property is about. */
export const endless = `shared A;
local;

init
1: nop;

process 1
10: assume(A == 1);
11: nop;

assert final A == 5;
`;

export const noProperty = `shared X;
local;

init
1: nop;

process 1
1: store X = 1;
`;

/** The initialisation alone has more states than anybody looks at in half a second. */
export const large = `shared ${names(30).join(', ')};
local;

init
${names(30)
  .map((name, i) => `${i + 1}: store ${name} = *;`)
  .join('\n')}

process 1
1: nop;

assert always X0 == 0 || X0 != 0 || X1 == 0;
`;

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `X${i}`);
}
