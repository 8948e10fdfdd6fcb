shared int flag[2] = 0;
shared int x = 0;
shared bool want[Q] = false;
thread P {
  local int r = 0;
  flag[2] = 1;
  r = flag[0 - 1];
  r = flag;
  flag = 1;
  r = x[0];
  want[2] = true;
  want[r] = true;
}
thread Q(me: 0..1) { want[me] = true; me = 1; }
