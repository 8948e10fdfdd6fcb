// Coherence: a reader never sees two writes of one thread to one variable in the wrong order. Own program, classic test.
// Expect: sc safe, tso safe, pso safe (every model keeps the order of writes to one variable).
shared int x = 0;

thread Writer {
  x = 1;
  x = 2;
}

thread Reader {
  local int first = 0, second = 0;
  first = x;
  second = x;
}

final in_order: Reader.first <= Reader.second;
