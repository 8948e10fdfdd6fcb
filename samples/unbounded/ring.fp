// The ring of abstraction/ring.fp without its fences. Own program.
// Expect: sc safe, tso safe, pso unsafe (the new head may reach memory before the slot; apart holds all the same).
shared int head = 0, tail = 0;
shared int slot[2] = 0;

thread Producer {
  local int put = 0;
  while (true) {
    assume(put < tail + 2);
    FillFirst: slot[0] = put;
    put = put + 1;
    head = put;
    assume(put < tail + 2);
    FillSecond: slot[1] = put;
    put = put + 1;
    head = put;
  }
}

thread Consumer {
  local int taken = 0, value = 0;
  while (true) {
    assume(taken < head);
    TakeFirst: value = slot[0];
    assert in_order: value == taken;
    taken = taken + 1;
    tail = taken;
    assume(taken < head);
    TakeSecond: value = slot[1];
    assert in_order: value == taken;
    taken = taken + 1;
    tail = taken;
  }
}

invariant apart: !(Producer at FillFirst && Consumer at TakeFirst) && !(Producer at FillSecond && Consumer at TakeSecond);
