shared int[0..1] x = 0;

thread P0 {
  local int[0..1] r;
  A: B: skip;
  r = x;
  assume(x == 1);
  locked {
    r = x;
  }
  locked {
    assume(x == 0);
  }
  C: x = r;
  locked {
    x = 1;
  }
  locked {
    x = 0;
  }
  locked {
    assume(x == 0);
    x = r;
  }
  fence;
  fence(ww);
  skip;
  r = 1;
  assume(!(r == 0) && (r >= 0 || false) || true);
  D: skip;
  E: skip;
  if (r != 0) {
    goto A;
  }
  if (r < 1) {
    F: skip;
  } else if (r > 1) {
    skip;
  } else {
    skip;
  }
  while (r <= 0) {
    skip;
  }
  either {
    G: skip;
    goto B;
  } or {
    skip;
  } or {
    assume(x == 1);
  }
  locked {
    either {
      r = x;
      x = 1 - r;
    } or {
      assume(x == 1);
      x = 0;
    }
  }
  atomic {
    r = x;
    assume(r == 1);
    assume(x == r);
  }
  END: skip;
}

invariant forbidden: !(P0 at END || P0 at A);
