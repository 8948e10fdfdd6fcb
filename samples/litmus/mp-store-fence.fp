// Message passing with a store-store fence (x86 SFENCE): cheaper than a full fence and enough here. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int data = 0, flag = 0;

thread Writer {
  data = 42;
  fence(ww);
  flag = 1;
}

thread Reader {
  local int seen = 0, value = 0;
  seen = flag;
  value = data;
}

final fresh: Reader.seen == 1 -> Reader.value == 42;
