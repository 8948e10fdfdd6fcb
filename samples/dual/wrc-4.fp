// Write-to-read causality over two relays: who learns at third hand that x was written must see that write. Own
// program, the classic test (WRC) with one relay more.
// Expect: sc safe, tso safe, pso safe (what one thread finds in memory, all threads find there from then on).
shared int[0..1] x = 0, y = 0, z = 0;

thread Writer { x = 1; }

thread First {
  local int[0..1] seen = 0;
  seen = x;
  y = 1;
}

thread Second {
  local int[0..1] seen = 0;
  seen = y;
  z = 1;
}

thread Reader {
  local int[0..1] flag = 0, data = 0;
  flag = z;
  data = x;
}

final causal: !(First.seen == 1 && Second.seen == 1 && Reader.flag == 1 && Reader.data == 0);
