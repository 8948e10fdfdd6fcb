// Load buffering in a ring of three threads: each loads its own variable and then stores to the next one's. Own
// program, classic test (LB).
// Expect: sc safe, tso safe, pso safe (a store never overtakes an earlier load of its thread, so the first load of
// all finds zero).
shared int[0..1] x[3] = 0;

thread P(me: 0..2) {
  local int[0..1] r = 0;
  r = x[me];
  x[(me + 1) % 3] = 1;
}

final not_all_one: P(0).r == 0 || P(1).r == 0 || P(2).r == 0;
