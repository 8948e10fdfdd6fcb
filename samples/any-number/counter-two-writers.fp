// Any number of threads count up, each by a load and a store, and any number of threads read. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (a thread that loaded long ago takes the count back).
shared int count = 0;

process Writer(me) {
  local int n = 0;
  while (true) {
    n = count;
    count = n + 1;
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
