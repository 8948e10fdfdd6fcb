// A sequence lock: readers retry while the counter is odd or has changed, and then see both halves of one write.
// Own program after the Linux kernel's seqlock.
// Expect: sc safe, tso safe, pso unsafe (the halves may become visible after the counter is even again).
shared int[0..4] sequence = 0;
shared int[0..2] low = 0, high = 0;

thread Writer {
  sequence = 1;
  low = 1;
  high = 1;
  sequence = 2;
  sequence = 3;
  low = 2;
  high = 2;
  sequence = 4;
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
  assert(a == b);
}
