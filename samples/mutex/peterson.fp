// Peterson's mutual exclusion for two threads, without fences (Peterson 1981).
// Expect: sc safe, tso unsafe, pso unsafe (the own flag is still buffered when the other's is read).
shared bool flag[2] = false;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  local bool other = false;
  local int[0..1] whose = 0;
  while (true) {
    flag[me] = true;
    turn = 1 - me;
    Wait: other = flag[1 - me];
    whose = turn;
    if (other && whose == 1 - me) { goto Wait; }
    Critical: skip;
    flag[me] = false;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
