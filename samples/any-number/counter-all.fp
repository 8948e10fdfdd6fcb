// Any number of threads count up by a locked addition, and any number of threads read twice. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int count = 0;

process Writer(me) {
  while (true) { fetch_add(count, 1); }
}

process Reader(me) {
  local int first = 0, second = 0;
  while (true) {
    first = count;
    second = count;
    assert(first <= second);
  }
}
