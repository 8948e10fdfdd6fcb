// As message.fp, but the number is written before the value. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe.
shared int value = 0, number = 0;

thread Writer {
  local int next = 0;
  while (true) {
    next = next + 1;
    number = next;
    value = next;
  }
}

thread Reader {
  local int seen = 0, found = 0;
  while (true) {
    seen = number;
    found = value;
    assert fresh: found >= seen;
  }
}
