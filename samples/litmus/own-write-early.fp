// A thread sees its own store before the others do (test n6 of the x86-TSO literature). Own program.
// Expect: sc safe, tso unsafe, pso unsafe (P reads its buffered x = 1, then y = 0, and loses to x = 2 in the end).
shared int x = 0, y = 0;

thread P {
  local int r = 0, s = 0;
  x = 1;
  r = x;
  s = y;
}

thread Q {
  y = 2;
  x = 2;
}

final no_early_read: !(P.r == 1 && P.s == 0 && x == 1);
