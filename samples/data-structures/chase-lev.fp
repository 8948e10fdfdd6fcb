// Chase and Lev's deque (2005) in a ring of two: the owner pushes two tasks at the bottom and takes what is left, thieves
// steal at the top. Every task is run once, and none before it is there. Own program after the figures of Lê, Pop,
// Cohen and Zappa Nardelli (2013), without their fences; a task is a number, and a thread adds up what it runs.
// Expect: sc safe, tso unsafe, pso unsafe (the owner's new bottom waits while it reads the top; under PSO the bottom may also
// move before the task is in the ring).
shared int[0..4] ring[2] = 0;
shared int[0..2] top = 0;
shared int[-1..2] bottom = 0;

thread Owner {
  local int[0..2] n = 0, t = 0;
  local int[-1..2] b = 0;
  local int[0..4] task = 0;
  local bool mine = false;
  local int[0..8] sum = 0;
  while (n < 2) {
    Push: b = bottom;
    t = top;
    if (b - t < 2) {
      ring[b % 2] = 3 * n + 1;
      bottom = b + 1;
    }
    n = n + 1;
  }
  while (n > 0) {
    Take: b = bottom - 1;
    bottom = b;
    t = top;
    if (t <= b) {
      task = ring[b % 2];
      mine = true;
      if (t == b) {
        mine = cas(top, t, t + 1);
        bottom = b + 1;
      }
      if (mine) {
        assert there: task != 0;
        sum = sum + task;
      }
    } else {
      bottom = b + 1;
    }
    n = n - 1;
  }
}

thread Thief(me: 0..1) {
  local int[0..2] t = 0;
  local int[-1..2] b = 0;
  local int[0..4] task = 0;
  local bool mine = false;
  local int[0..8] sum = 0;
  Steal: t = top;
  b = bottom;
  if (t < b) {
    task = ring[t % 2];
    mine = cas(top, t, t + 1);
    if (mine) {
      assert there: task != 0;
      sum = task;
    }
  }
}

final each_once: Owner.sum + Thief(0).sum + Thief(1).sum == 5;
