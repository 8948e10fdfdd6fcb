// Load buffering with any number of threads on either side. Own program, classic test (LB).
// Expect: sc unsafe, tso unsafe, pso unsafe (already under SC: what a P loads may come from a Q that is not the one asked
// about).
shared int[0..1] x = 0, y = 0;

process P(me) {
  local int[0..1] r = 0;
  r = y;
  x = 1;
  End:
}

process Q(me) {
  local int[0..1] r = 0;
  r = x;
  y = 1;
  End:
}

invariant not_both_one: forall a in P: forall b in Q: !(a at End && a.r == 1 && b at End && b.r == 1);
