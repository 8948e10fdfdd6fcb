// Read-to-write causality where x is announced by a second store, with any number of threads of each kind. Own
// program, classic test (W+RWC).
// Expect: sc safe, tso unsafe, pso unsafe (the store to z waits in its buffer until the reader has looked).
shared int[0..1] x = 0, y = 0, z = 0;

process Writer(me) {
  x = 1;
  y = 1;
}

process Reader(me) {
  local int[0..1] r = 0, s = 0;
  r = y;
  s = z;
  End:
}

process WriteZ(me) {
  local int[0..1] t = 0;
  z = 1;
  t = x;
  End:
}

invariant one_order:
  forall a in Reader: forall b in WriteZ: !(a at End && a.r == 1 && a.s == 0 && b at End && b.t == 0);
