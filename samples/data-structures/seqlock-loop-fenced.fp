// A sequence lock with the write barriers of the Linux kernel's: behind the odd number and before the even one.
// Own program; see seqlock-loop.fp.
// Expect: sc safe, tso safe, pso safe.
shared int[0..4] sequence = 0;
shared int[0..2] low = 0, high = 0;

thread Writer {
  local int[0..2] n = 0;
  while (n < 2) {
    sequence = 2 * n + 1;
    fence(ww);
    low = n + 1;
    high = n + 1;
    fence(ww);
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
