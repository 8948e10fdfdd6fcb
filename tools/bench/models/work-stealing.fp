// The owner takes tasks from the bottom of a deque of three while thieves steal from the top (Chase and Lev 2005).
shared int[0..3] top = 0, bottom = 3;
shared int[0..2] runs[3] = 0;

thread Owner {
  local int[-1..3] b = 0, t = 0;
  local int[0..2] round = 0;
  local bool got = false;
  while (round < 2) {
    b = bottom;
    if (b > 0) {
      b = b - 1;
      bottom = b;
      fence;
      t = top;
      got = false;
      if (t < b) { got = true; }
      else if (t == b) { got = cas(top, t, t + 1); bottom = b + 1; }
      else { bottom = b + 1; }
      if (got) { fetch_add(runs[b], 1); }
    }
    round = round + 1;
  }
}

thread Thief(me: 0..2) {
  local int[0..3] t = 0, b = 0;
  local bool got = false;
  t = top;
  b = bottom;
  if (t < b) {
    got = cas(top, t, t + 1);
    if (got) { fetch_add(runs[t], 1); }
  }
}

final once: runs[0] <= 1 && runs[1] <= 1 && runs[2] <= 1;
