// A ring of two slots for one producer and one consumer; both count without end, and what is put and taken are the numbers
// themselves. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int head = 0, tail = 0;
shared int slot[2] = 0;

thread Producer {
  local int put = 0;
  while (true) {
    assume(put < tail + 2);
    FillFirst: slot[0] = put;
    fence;
    put = put + 1;
    head = put;
    fence;
    assume(put < tail + 2);
    FillSecond: slot[1] = put;
    fence;
    put = put + 1;
    head = put;
    fence;
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
    fence;
    assume(taken < head);
    TakeSecond: value = slot[1];
    assert in_order: value == taken;
    taken = taken + 1;
    tail = taken;
    fence;
  }
}

invariant apart: !(Producer at FillFirst && Consumer at TakeFirst) && !(Producer at FillSecond && Consumer at TakeSecond);

predicates {
  Producer.put == Consumer.taken;
  Producer.put == Consumer.taken + 1;
  Producer.put == Consumer.taken + 2;
  head == Producer.put;
  head + 1 == Producer.put;
  tail == Consumer.taken;
  tail + 1 == Consumer.taken;
  slot[0] == Consumer.taken;
  slot[0] == Consumer.taken + 1;
  slot[1] == Consumer.taken;
  slot[1] == Consumer.taken + 1;
  Consumer.value == Consumer.taken;
}
