// Independent reads of independent writes with any number of threads of each kind. Own program, classic test (IRIW).
// Expect: sc safe, tso safe, pso safe (a write reaches all other threads at once, however many there are).
shared int[0..1] x = 0, y = 0;

process WriteX(me) { x = 1; }
process WriteY(me) { y = 1; }

process ReadXY(me) {
  local int[0..1] r = 0, s = 0;
  r = x;
  s = y;
  End:
}

process ReadYX(me) {
  local int[0..1] r = 0, s = 0;
  r = y;
  s = x;
  End:
}

invariant one_order:
  forall a in ReadXY: forall b in ReadYX: !(a at End && a.r == 1 && a.s == 0 && b at End && b.r == 1 && b.s == 0);
