shared int x = 0, y = 0;

thread P {
  local int r = 0;
  local bool ok = false;
  ok = cas(x, 0, 1);
  atomic { r = x; assume(r == 1); y = r; }
  atomic { x = 1; fence; y = 1; }
  atomic { assert(x == 1); assume(y == 1); }
  atomic { assume(x == 0); assert(y == 1); r = 2; }
  atomic { while (r < 3) { r = r + 1; } x = r; }
  atomic { Named: r = 1; Inside: x = 2; }
}
