// Chase and Lev's deque (2005) in a ring of two, as in samples/data-structures/chase-lev.fp.
// Own program after the figures of Lê, Pop, Cohen and Zappa Nardelli (2013), without their fences.
// Expect: sc safe, tso unsafe, pso unsafe (the owner's new bottom waits while it reads the top; under PSO the bottom may also
// move before the task is in the ring).
shared int[0..4] ring[2] = 0;
shared int[-1..2] top = 0, bottom = 0;

inline run(int task, local sum) { assert there: task != 0; sum += task; }

thread Owner {
  local int t = 0, b = 0, task = 0, sum = 0;
  local bool mine = false;
  for (n in 0..1) {
    Push: b = bottom;
    if (b - top < 2) { ring[b % 2] = 3 * n + 1; bottom = b + 1; }
  }
  for (n in 0..1) {
    Take: b = bottom - 1;
    bottom = b;
    t = top;
    task = ring[(b + 2) % 2];
    mine = t < b;
    if (t == b) mine = cas(top, t, t + 1);
    if (mine) run(task, sum);
    if (t >= b) bottom = b + 1;
  }
}

thread Thief(me: 0..1) {
  local int t = 0, task = 0, sum = 0;
  local bool mine = false;
  Steal: t = top;
  if (t < bottom) { task = ring[t % 2]; mine = cas(top, t, t + 1); if (mine) run(task, sum); }
}

final each_once: Owner.sum + Thief(0).sum + Thief(1).sum == 5;
