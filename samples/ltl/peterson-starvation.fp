// Peterson's lock with the fence that weak memory asks for. Nobody is shut out by the lock itself, and still a thread that waits
// may wait for ever: nothing says that it runs. With --fairness weak all properties hold.
// Expect: sc unsafe, tso unsafe, pso unsafe (the waiting thread is never scheduled again)
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
    fence(ww);
    flag[me] = false;
  }
}

ltl mutex: G !(P(0) at Critical && P(1) at Critical);
ltl no_starvation: G (P(0) at Wait -> F (P(0) at Critical));
ltl in_turn: G (P(0) at Wait && G !(P(1) at Critical) -> F (P(0) at Critical || P(1) at Wait));
