// Any number of processes: an array with a cell for each, and a variable that holds the number of one.
shared bool want[R] = false;
shared int owner;
process R(me) {
  local int seen = 0, mine = me;
  while (true) {
    want[me] = true;
    owner = me;
    fence;
    seen = owner;
    if (seen == me) {
      CS: want[mine] = false;
    }
  }
}
invariant mutex: forall a != b in R: !(a at CS && b at CS);
invariant forall a in R: a at CS -> want[a] && owner == a;
