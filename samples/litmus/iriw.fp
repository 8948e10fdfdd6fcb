// Independent reads of independent writes: do two readers see two writes in opposite orders? Own program, classic test.
// Expect: sc safe, tso safe, pso safe (a flush reaches all threads at once in every model here).
shared int x = 0, y = 0;

thread WriteX { x = 1; }
thread WriteY { y = 1; }

thread ReadXY {
  local int a = 0, b = 0;
  a = x;
  b = y;
}

thread ReadYX {
  local int c = 0, d = 0;
  c = y;
  d = x;
}

final one_order: !(ReadXY.a == 1 && ReadXY.b == 0 && ReadYX.c == 1 && ReadYX.d == 0);
