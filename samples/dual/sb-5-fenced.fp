// Store buffering in a ring of five threads, each with a fence between its store and its load. Own program, classic
// test (SB).
// Expect: sc safe, tso safe, pso safe (the last thread to pass its fence finds all stores in memory).
shared int[0..1] x[5] = 0;

thread P(me: 0..4) {
  local int[0..1] r = 0;
  x[me] = 1;
  fence;
  r = x[(me + 1) % 5];
}

final not_all_zero: P(0).r == 1 || P(1).r == 1 || P(2).r == 1 || P(3).r == 1 || P(4).r == 1;
