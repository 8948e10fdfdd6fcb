// Store buffering with any number of threads on either side. Own program, classic test (SB).
// Expect: sc safe, tso unsafe, pso unsafe (one thread of each kind is enough: both stores are buffered while both loads are
// made).
shared int[0..1] x = 0, y = 0;

process P(me) {
  local int[0..1] r = 0;
  x = 1;
  r = y;
  End:
}

process Q(me) {
  local int[0..1] r = 0;
  y = 1;
  r = x;
  End:
}

invariant not_both_zero: forall a in P: forall b in Q: !(a at End && a.r == 0 && b at End && b.r == 0);
