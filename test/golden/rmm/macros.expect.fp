shared int[0..3] x = 0;
shared int[0..6] y = 0;

thread P0 {
  local int[0..3] r = 0;
  local int[0..3] t = 0;
  locked {
    t = x;
    x = r;
    r = t;
  }
  locked {
    assume(y <= 3);
    t = y;
    y = r;
    r = t;
  }
  CS: skip;
}

thread P1 {
  local int[0..3] r = 1;
  local int[0..3] t = 0;
  locked {
    assume(y <= 3);
    t = y;
    y = r;
    r = t;
  }
  locked {
    assume(y <= 3);
    t = y;
    y = r;
    r = t;
  }
  fence;
  either {
    STOP: skip;
  } or {
    goto STOP;
  }
}

invariant forbidden: !(P0 at CS && P1 at STOP);
