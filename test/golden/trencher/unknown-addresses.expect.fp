shared int mem_2[10] = 0;

thread mem {
  local int mem_3 = 0;
  local int r = 0;
  q0: either {
    mem_3 = mem_3 + 1;
    goto q0;
  } or {
    r = mem_2[mem_3];
    goto q1;
  }
  q1: assume(false);
}
