/** Programs that grow by a number of threads; all are safe under every model, so that a search goes to its end. */
export interface GrowthFamily {
  readonly name: string;
  readonly about: string;
  readonly smallest: number;
  readonly text: (threads: number) => string;
}

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
const conjunction = (n: number, part: (i: number) => string): string => upTo(n).map(part).join(' && ');

export const growthFamilies: readonly GrowthFamily[] = [
  {
    name: 'ring',
    about: 'each thread stores twice and loads what its neighbour stores',
    smallest: 2,
    text: (n) => `
shared int x[${n}] = 0;
thread P(me: 0..${n - 1}) { local int r = 0; x[me] = 1; x[me] = 2; r = x[(me + 1) % ${n}]; }
final known: ${conjunction(n, (i) => `P(${i}).r <= 2`)};
`,
  },
  {
    name: 'private work',
    about: 'each thread counts in a cell of its own and adds the result to a sum',
    smallest: 2,
    text: (n) => `
shared int mine[${n}] = 0, sum = 0;
thread P(me: 0..${n - 1}) {
  local int i = 0;
  while (i < 3) { mine[me] = mine[me] + 1; i = i + 1; }
  fetch_add(sum, i);
}
final added: sum == ${3 * n};
`,
  },
  {
    name: 'indexer',
    about: 'threads put four messages each into a hash table; no two collide (Flanagan and Godefroid 2005)',
    smallest: 1,
    text: (n) => `
shared int table[128] = 0;
thread P(me: 0..${n - 1}) {
  local int m = 0, w = 0, h = 0;
  local bool done = false;
  while (m < 4) {
    m = m + 1;
    w = m * 11 + me;
    h = (w * 7) % 128;
    done = cas(table[h], 0, w);
    while (!done) { h = (h + 1) % 128; done = cas(table[h], 0, w); }
  }
}
final first: ${conjunction(n, (i) => `table[${((11 + i) * 7) % 128}] == ${11 + i}`)};
`,
  },
  {
    name: 'file system',
    about: 'threads take blocks for their inodes under locks; no two meet (Flanagan and Godefroid 2005)',
    smallest: 1,
    text: (n) => `
shared bool locki[32] = false, lockb[26] = false, busy[26] = false;
shared int[0..26] inode[32] = 0;
thread P(me: 0..${n - 1}) {
  local int[0..26] b = 0;
  local bool taken = false, got = false;
  while (!got) { got = cas(locki[me % 32], false, true); }
  if (inode[me % 32] == 0) {
    b = (me * 2) % 26;
    while (!taken) {
      got = false;
      while (!got) { got = cas(lockb[b], false, true); }
      if (!busy[b]) { busy[b] = true; inode[me % 32] = b + 1; taken = true; }
      fence;
      lockb[b] = false;
      b = (b + 1) % 26;
    }
  }
  fence;
  locki[me % 32] = false;
}
final given: ${conjunction(n, (i) => `inode[${i}] == ${((2 * i) % 26) + 1}`)};
`,
  },
  {
    name: 'readers',
    about: 'one writer; the readers load its cell twice',
    smallest: 1,
    text: (n) => `
shared int x = 0;
thread Writer { x = 1; x = 2; x = 3; }
thread Reader(me: 0..${n - 1}) { local int r = 0, s = 0; r = x; s = x; }
final in_order: forall a in Reader: a.r <= a.s;
`,
  },
  {
    name: 'filter lock',
    about: 'a level for each thread (Peterson 1981), with the fences that TSO needs, one passage each',
    smallest: 2,
    text: (n) => `
shared int[0..${n}] level[${n}] = 0;
shared int[0..${n}] victim[${n}] = ${n};
thread P(me: 0..${n - 1}) {
${upTo(n - 1)
  .map((i) => {
    const free = conjunction(n, (k) => `(me == ${k} || level[${k}] < ${i + 1})`);
    return `  level[me] = ${i + 1}; fence; victim[${i}] = me; fence; atomic { assume(victim[${i}] != me || (${free})); }`;
  })
  .join('\n')}
  Critical: skip;
  fence;
  level[me] = 0;
}
invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
`,
  },
  {
    name: 'ticket lock',
    about: 'each thread draws a ticket and counts once',
    smallest: 2,
    text: (n) => `
shared int[0..${n}] next = 0, serving = 0, count = 0;
thread P(me: 0..${n - 1}) {
  local int[0..${n}] t = 0, c = 0;
  t = fetch_add(next, 1);
  assume(serving == t);
  Critical: c = count;
  count = c + 1;
  fence;
  serving = t + 1;
}
invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
final counted: count == ${n};
`,
  },
  {
    name: 'queue',
    about:
      'producers put an item each into a queue with two places, under a lock; one consumer takes them all',
    smallest: 1,
    text: (n) => `
shared int[0..1] places[2] = 0;
shared int[0..${n}] head = 0, tail = 0;
shared bool lock = false;
thread Producer(me: 0..${n - 1}) {
  local bool got = false;
  while (!got) { assume(!lock); got = cas(lock, false, true); }
  atomic { assume(tail - head < 2); }
  places[tail % 2] = 1;
  fence;
  tail = tail + 1;
  fence;
  lock = false;
}
thread Consumer {
  local int[0..${n}] taken = 0;
  while (taken < ${n}) {
    atomic { assume(head < tail); }
    assert(places[head % 2] == 1);
    places[head % 2] = 0;
    taken = taken + 1;
    fence;
    head = taken;
  }
}
final all_taken: Consumer.taken == ${n};
`,
  },
  {
    name: "Lamport's fast lock",
    about: 'two loads and three stores where nobody contends (Lamport 1987), with the fences that PSO needs',
    smallest: 2,
    text: (n) => `
shared int[0..${n}] x = 0, y = 0;
shared bool trying[${n + 1}] = false;
thread P(me: 1..${n}) {
  local int[0..${n}] seen = 0;
  Start: trying[me] = true;
  x = me;
  fence;
  seen = y;
  if (seen != 0) {
    trying[me] = false;
    assume(y == 0);
    goto Start;
  }
  y = me;
  fence;
  seen = x;
  if (seen != me) {
    trying[me] = false;
    fence;
${upTo(n)
  .map((i) => `    assume(!trying[${i + 1}]);`)
  .join('\n')}
    seen = y;
    if (seen != me) {
      assume(y == 0);
      goto Start;
    }
  }
  Critical: skip;
  fence;
  y = 0;
  fence;
  trying[me] = false;
}
invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
`,
  },
];
