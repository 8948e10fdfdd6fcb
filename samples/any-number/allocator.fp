// Any number of threads get slots from a counter, some of them two at once. Own program.
// Expect: sc safe, tso safe, pso safe (no slot is given to two threads).
shared int free = 0;

process P(me) {
  local int slot = 0;
  slot = fetch_add(free, 2);
  Has: skip;
  slot = slot + 1;
  HasSecond: skip;
}

invariant apart: forall a != b in P: !(a at Has && b at Has && P(a).slot == P(b).slot);
invariant apart_second: forall a != b in P: !(a at Has && b at HasSecond && P(a).slot == P(b).slot);
