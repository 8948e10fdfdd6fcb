// The owner takes a task from the bottom of a deque of two while thieves steal from the top: no task is run twice.
// Own program after the core of Chase and Lev's deque (2005), with the fence that taking needs.
// Expect: sc safe, tso safe, pso safe.
shared int[0..2] top = 0, bottom = 2;

thread Owner {
  local int[0..2] t = 0;
  local bool got = false;
  bottom = 1;
  fence;
  t = top;
  if (t < 1) {
    got = true;
  } else if (t == 1) {
    got = cas(top, 1, 2);
  }
}

thread Thief(me: 0..1) {
  local int[0..2] t = 0, b = 0;
  local bool got = false, last = false;
  t = top;
  b = bottom;
  if (t < b) {
    got = cas(top, t, t + 1);
    last = got && t == 1;
  }
}

final last_once: !(Owner.got && (Thief(0).last || Thief(1).last));
