shared int mem[6] = 0;

thread reader {
  local int p = 0;
  local int v = 0;
  q0: p = mem[2];
  q1: v = mem[p * 2 + 1];
  q2: assume(false);
}

thread writer {
  local int i = 0;
  q0: mem[2] = 2;
  q1: i = 1;
  q2: mem[i] = 7;
  q3: assume(false);
}
