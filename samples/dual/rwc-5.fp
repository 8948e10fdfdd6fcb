// Read-to-write causality with three readers: all see x written and y not, yet the writer of y has not seen x. Own
// program, the classic test (RWC) with more readers.
// Expect: sc safe, tso unsafe, pso unsafe (the store to y waits in its buffer until everybody has looked; a fence
// behind it would do).
shared int[0..1] x = 0, y = 0;

thread WriteX { x = 1; }

thread Reader(me: 0..2) {
  local int[0..1] r = 0, s = 0;
  r = x;
  s = y;
}

thread WriteY {
  local int[0..1] t = 0;
  y = 1;
  t = x;
}

final one_order:
  !(Reader(0).r == 1 && Reader(0).s == 0 && Reader(1).r == 1 && Reader(1).s == 0
    && Reader(2).r == 1 && Reader(2).s == 0 && WriteY.t == 0);
