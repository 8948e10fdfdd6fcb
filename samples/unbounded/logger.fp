// A logger that never waits for its buffer: how many records there are, and a level that goes up and down. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int records = 0, level = 0;

thread Logger {
  local int count = 0, high = 0;
  while (true) {
    count = count + 1;
    records = count;
    if (high == 0) { high = 1; } else { high = 0; }
    level = high;
  }
}

invariant bounded: level >= 0 && level <= 1 && records >= 0;
