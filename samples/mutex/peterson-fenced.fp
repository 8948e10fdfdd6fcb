// Peterson's mutual exclusion for two threads with the fences that x86 and PSO need (Peterson 1981).
// Expect: sc safe, tso safe, pso safe.
shared bool flag[2] = false;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  local bool other = false;
  local int[0..1] whose = 0;
  while (true) {
    flag[me] = true;
    fence(ww);
    turn = 1 - me;
    fence;
    Wait: other = flag[1 - me];
    whose = turn;
    if (other && whose == 1 - me) { goto Wait; }
    Critical: skip;
    flag[me] = false;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
