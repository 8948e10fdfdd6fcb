// Read-to-write causality with any number of threads of each kind. Own program, classic test (RWC).
// Expect: sc safe, tso unsafe, pso unsafe (the store to y waits in its buffer until the reader has looked).
shared int[0..1] x = 0, y = 0;

process WriteX(me) { x = 1; }

process Reader(me) {
  local int[0..1] r = 0, s = 0;
  r = x;
  s = y;
  End:
}

process WriteY(me) {
  local int[0..1] t = 0;
  y = 1;
  t = x;
  End:
}

invariant one_order:
  forall a in Reader: forall b in WriteY: !(a at End && a.r == 1 && a.s == 0 && b at End && b.t == 0);
