// Store buffering in a ring of five threads: each stores to its own variable and loads the next one's. Own program,
// classic test (SB).
// Expect: sc safe, tso unsafe, pso unsafe (all five stores wait while all five loads find zero; a single thread
// without a fence is enough, for its store alone may wait).
shared int[0..1] x[5] = 0;

thread P(me: 0..4) {
  local int[0..1] r = 0;
  x[me] = 1;
  r = x[(me + 1) % 5];
}

final not_all_zero: P(0).r == 1 || P(1).r == 1 || P(2).r == 1 || P(3).r == 1 || P(4).r == 1;
