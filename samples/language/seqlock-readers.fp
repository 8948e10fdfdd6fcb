// A sequence lock with two readers, in a loop as in samples/data-structures/seqlock-loop.fp: readers retry while the number is
// odd or has changed, and then see both halves of one write.
// Own program after the Linux kernel's seqlock; without its two write barriers.
// Expect: sc safe, tso safe, pso unsafe (the halves may become visible after the number is even again).
shared int[0..4] sequence = 0, half[2] = 0;

thread Writer {
  for (n in 1..2) { sequence++; half[0] = n; half[1] = n; sequence++; }
}

thread Reader(me: 0..1) {
  local int[0..4] before = 0, a = 0, b = 0;
  do { before = sequence; a = half[0]; b = half[1]; } while (before % 2 == 1 || before != sequence);
  assert whole: a == b;
}
