// Store buffering in a ring of three threads: each stores to its own variable and loads the next one's. Own program,
// classic test.
// Expect: sc safe, tso unsafe, pso unsafe (one store that is buffered during its thread's load is enough: every
// thread needs a fence).
shared int x[3] = 0;

thread P(me: 0..2) {
  local int r = 0;
  x[me] = 1;
  r = x[(me + 1) % 3];
}

final not_all_zero: P(0).r == 1 || P(1).r == 1 || P(2).r == 1;
