// Message passing: data first, flag second; who sees the flag must see the data. Own program, after the classic test.
// Expect: sc safe, tso safe, pso unsafe (the flag may overtake the data).
shared int data = 0, flag = 0;

thread Writer {
  data = 42;
  flag = 1;
}

thread Reader {
  local int seen = 0, value = 0;
  seen = flag;
  value = data;
}

final fresh: Reader.seen == 1 -> Reader.value == 42;
