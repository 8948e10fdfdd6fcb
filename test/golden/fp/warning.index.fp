shared int flag[2] = 0, one[1] = 0;
shared bool want[Q] = false;
thread P {
  local int r = 0;
  flag[2] = 1;
  r = flag[0 - 1];
  want[2] = true;
  want[r] = true;
  r = cas(flag[1 + 1], flag[2], one[1]);
  assume(one[9] == 0);
  if (false) { flag[7] = 1; }
}
thread Q(me: 1..2) { want[me] = true; want[0] = want[3]; }
