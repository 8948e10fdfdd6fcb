// Any number of threads get slots from a counter that they load and store. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (two threads get one slot).
shared int free = 0;

process P(me) {
  local int slot = 0;
  slot = free;
  free = slot + 1;
  Has: skip;
}

invariant apart: forall a != b in P: !(a at Has && b at Has && P(a).slot == P(b).slot);
