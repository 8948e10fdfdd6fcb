// A sense-reversing barrier for two threads, two rounds: nobody enters round two before all have left round one.
// Own program after the textbook algorithm (Mellor-Crummey and Scott 1991).
// Expect: sc safe, tso safe, pso unsafe (the sense may turn before the count is reset:
// who arrives next finds that nobody is awaited).
shared int[-2..4] waiting = 2;
shared bool sense = false;
shared int[0..1] arrived[2] = 0;

thread P(me: 0..1) {
  local int[-2..4] left = 0;
  local bool mine = true;
  arrived[me] = 1;
  left = fetch_add(waiting, -1);
  if (left == 1) {
    waiting = 2;
    sense = mine;
  } else {
    assume(sense == true);
  }
  assert(arrived[1 - me] == 1);
  mine = false;
  left = fetch_add(waiting, -1);
  assert(left >= 1);
  if (left == 1) {
    waiting = 2;
    sense = mine;
  } else {
    assume(sense == false);
  }
  Done: skip;
}

final reset: waiting == 2;
