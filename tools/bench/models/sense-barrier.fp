// A sense-reversing barrier for four threads, two rounds (Mellor-Crummey and Scott 1991).
shared int[0..4] waiting = 4;
shared bool sense = false;
shared int[0..1] arrived[4] = 0;

thread P(me: 0..3) {
  local int[0..4] left = 0;
  arrived[me] = 1;
  left = fetch_add(waiting, -1);
  if (left == 1) { waiting = 4; fence(ww); sense = true; }
  else { assume(sense); }
  assert(arrived[(me + 1) % 4] == 1);
  assert(arrived[(me + 2) % 4] == 1);
  assert(arrived[(me + 3) % 4] == 1);
  left = fetch_add(waiting, -1);
  assert(left >= 1);
  if (left == 1) { waiting = 4; fence(ww); sense = false; }
  else { assume(!sense); }
}

final reset: waiting == 4;
