// A message that is passed on, by any number of relays from any number of writers to any number of readers. The
// relays pass on what they have seen. Own program, classic test (ISA2).
// Expect: sc safe, tso safe, pso unsafe (y is published only behind x, and z only after y, but not under PSO).
shared int[0..1] x = 0, y = 0, z = 0;

process Writer(me) {
  x = 1;
  y = 1;
}

process Relay(me) {
  local int[0..1] seen = 0;
  seen = y;
  z = seen;
  End:
}

process Reader(me) {
  local int[0..1] flag = 0, data = 0;
  flag = z;
  data = x;
  End:
}

invariant fresh:
  forall a in Relay: forall b in Reader: !(a at End && a.seen == 1 && b at End && b.flag == 1 && b.data == 0);
