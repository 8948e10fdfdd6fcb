shared int[-1..1] x = 1;
shared int z = 0;

thread P0 {
  local int[0..2] r;
  local int all;
  local int[5..6] high = 5;
  A: atomic {
    assume(r + 1 <= 2);
    r = r + 1;
  }
  r = 2 - r;
  assume(false);
  atomic {
    assume(0 <= all && all <= 2);
    r = all;
  }
  all = r + r;
  x = r - 1;
  atomic {
    assume(r <= 1);
    x = r;
  }
  assume(false);
  z = all;
  atomic {
    assume(0 <= x);
    r = x;
  }
  atomic {
    assume(0 <= z && z <= 2);
    r = z;
  }
  assume(false);
  assume(x == 7);
  locked {
    assume(x == 0 && r <= 1);
    x = r;
  }
  assume(false);
  locked {
    assume(0 <= x);
    r = x;
    assume(r + r <= 1);
    x = r + r;
  }
}

invariant forbidden: !(P0 at A);
