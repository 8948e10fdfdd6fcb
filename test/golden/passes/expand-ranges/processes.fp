shared bool want[R] = false;
shared int flag[Q] = 0;
thread Q(me: 1..2) {
  flag[me] = me;
}
process R(me) {
  local int r = 0;
  want[me] = true;
  CS: r = flag[1];
}
invariant forall a != b in R: !(a at CS && b at CS) || a.r == 0;
invariant forall a in R: forall q in Q: want[a] -> flag[q] >= 0 && a != q;
