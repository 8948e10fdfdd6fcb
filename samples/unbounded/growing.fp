// Ever larger values, none of which waits for those before it; whoever reads them never sees one that is smaller than one it has
// seen. What makes it so is that writes to one variable keep their order. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int value = 0;

thread Writer {
  local int next = 0;
  while (true) {
    next = next + 1;
    value = next;
  }
}

thread Reader {
  local int last = 0, now = 0;
  while (true) {
    last = now;
    now = value;
    assert grows: now >= last;
  }
}
