shared int flag[2] = 0, first = flag[2];
shared int x = 0;
shared bool want[Q] = false;
thread P {
  local int r = 0;
  flag[2] = 1;
  r = flag;
  flag = 1;
  r = x[0];
  want[r] = true;
}
thread Q(me: 0..1) { want[me] = true; me = 1; }
invariant flag[0 - 1] == 0;
final !want[2];
