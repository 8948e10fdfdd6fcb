// Message passing without end: a value is written, then its number. Whoever sees a number finds a value that is as new. Own
// program.
// Expect: sc safe, tso safe, pso unsafe (the number may reach memory before the value).
shared int value = 0, number = 0;

thread Writer {
  local int next = 0;
  while (true) {
    next = next + 1;
    value = next;
    number = next;
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
