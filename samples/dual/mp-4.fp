// Message passing to three readers: who sees the flag must see the data. Own program, the classic test (MP) with
// more readers.
// Expect: sc safe, tso safe, pso unsafe (there the flag may leave the writer's buffer before the data).
shared int[0..1] data = 0, flag = 0;

thread Writer {
  data = 1;
  flag = 1;
}

thread Reader(me: 0..2) {
  local int[0..1] f = 0, d = 0;
  f = flag;
  d = data;
}

final fresh: forall a in Reader: a.f == 1 -> a.d == 1;
