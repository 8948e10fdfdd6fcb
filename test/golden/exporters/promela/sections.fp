shared int[0..3] x = 0, y = 0, a[2] = 0;
thread P {
  local int[0..3] r = 0;
  atomic { x = 1; assume(y == 2); y = 0; }
  atomic { r = x; if (r == 1) { r = y; } assume(r == 0); Out: skip; }
  atomic { a[r] = 2; assume(a[y] == 2); }
  atomic { either { assume(x == 0); y = 1; } or { y = 3; assume(r == 1); } x = 2; }
  atomic { assert(x == 1); assume(y == 2); }
  atomic { while (r < 2) { r = r + 1; } }
}
invariant P.r <= 2 || P at Out;
