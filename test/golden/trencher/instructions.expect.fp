shared int mem[4] = 0;

thread worker {
  local int a = 0;
  local int b = 0;
  local int c = 0;
  q0: a = 4;
  q1: mem[0] = a * a;
  q2: b = mem[0];
  q3: fence;
  q4: skip;
  q5: assume(b != 0);
  q6: assume(!(b == 1));
  q7: c = int((a == b || a != b) && a <= b);
  q8: assume((b & 3) != 0);
  q9: either {
    assume(a < b || b >= int(a > 2));
    goto done;
  } or {
    assume(false);
    goto q0;
  } or {
    mem[(a & 1) * 2] = -1;
    goto gone;
  }
  done: assume(false);
  gone: assume(false);
}

thread end {
  read: skip;
  lock: mem[3] = 1;
  end: assume(false);
}

thread idle {
  here: assume(false);
}

invariant final_states: !((worker at done || worker at gone) && end at lock);
