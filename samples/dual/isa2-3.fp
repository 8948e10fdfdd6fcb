// A message that is passed on: the writer publishes x by y, a relay publishes y by z, the reader looks at z and then
// at x. Own program, classic test (ISA2).
// Expect: sc safe, tso safe, pso unsafe (there y may leave the writer's buffer before x).
shared int[0..1] x = 0, y = 0, z = 0;

thread Writer {
  x = 1;
  y = 1;
}

thread Relay {
  local int[0..1] seen = 0;
  seen = y;
  z = 1;
}

thread Reader {
  local int[0..1] flag = 0, data = 0;
  flag = z;
  data = x;
}

final fresh: !(Relay.seen == 1 && Reader.flag == 1 && Reader.data == 0);
