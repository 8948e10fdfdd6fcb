// One thread counts up for ever, and any number of threads read the count twice. Own program.
// Expect: sc safe, tso safe, pso safe (writes to one variable reach memory in their order, and the writer waits for its own).
shared int count = 0;

thread Writer {
  local int n = 0;
  while (true) {
    n = n + 1;
    count = n;
    fence;
  }
}

process Reader(me) {
  local int first = 0, second = 0;
  while (true) {
    first = count;
    second = count;
    assert(first <= second);
  }
}
