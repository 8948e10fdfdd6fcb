// Independent reads of independent writes: two readers see two writes in opposite orders. Own program, classic test
// (IRIW).
// Expect: sc safe, tso safe, pso safe (a write reaches all other threads at once).
shared int[0..1] x = 0, y = 0;

thread WriteX { x = 1; }
thread WriteY { y = 1; }

thread ReadXY {
  local int[0..1] a = 0, b = 0;
  a = x;
  b = y;
}

thread ReadYX {
  local int[0..1] c = 0, d = 0;
  c = y;
  d = x;
}

final one_order: !(ReadXY.a == 1 && ReadXY.b == 0 && ReadYX.c == 1 && ReadYX.d == 0);
