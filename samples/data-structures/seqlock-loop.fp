// A sequence lock whose writer goes round a loop, as in a program; seqlock.fp has its two rounds written out. Readers retry
// while the number is odd or has changed, and then see both halves of one write.
// Own program after the Linux kernel's seqlock; without its two write barriers.
// Expect: sc safe, tso safe, pso unsafe (the halves may become visible after the number is even again).
shared int[0..4] sequence = 0;
shared int[0..2] low = 0, high = 0;

thread Writer {
  local int[0..2] n = 0;
  while (n < 2) {
    sequence = 2 * n + 1;
    low = n + 1;
    high = n + 1;
    sequence = 2 * n + 2;
    n = n + 1;
  }
}

thread Reader {
  local int[0..4] before = 0, after = 0;
  local int[0..2] a = 0, b = 0;
  Retry: before = sequence;
  if (before % 2 == 1) { goto Retry; }
  a = low;
  b = high;
  after = sequence;
  if (after != before) { goto Retry; }
  assert whole: a == b;
}
