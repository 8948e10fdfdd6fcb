// Store buffering with any number of threads on either side, fenced. Own program, classic test (SB).
// Expect: sc safe, tso safe, pso safe (who passes its fence last of any two finds the other's store in memory).
shared int[0..1] x = 0, y = 0;

process P(me) {
  local int[0..1] r = 0;
  x = 1;
  fence;
  r = y;
  End:
}

process Q(me) {
  local int[0..1] r = 0;
  y = 1;
  fence;
  r = x;
  End:
}

invariant not_both_zero: forall a in P: forall b in Q: !(a at End && a.r == 0 && b at End && b.r == 0);
