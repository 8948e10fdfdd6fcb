// Read-to-write causality where x is announced by a second store, with two readers of the announcement. Own program,
// the classic test (W+RWC) with one reader more.
// Expect: sc safe, tso unsafe, pso unsafe (the store to z waits in its buffer while the own load of x is already
// done).
shared int[0..1] x = 0, y = 0, z = 0;

thread Writer {
  x = 1;
  y = 1;
}

thread Reader(me: 0..1) {
  local int[0..1] r = 0, s = 0;
  r = y;
  s = z;
}

thread WriteZ {
  local int[0..1] t = 0;
  z = 1;
  t = x;
}

final one_order:
  !(Reader(0).r == 1 && Reader(0).s == 0 && Reader(1).r == 1 && Reader(1).s == 0 && WriteZ.t == 0);
