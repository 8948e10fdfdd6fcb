// The sum of 1, 2, 3, ... grows by more in each round, and differences of variables do not describe how; but it is never less
// than its last part. Own program.
// Expect: sc safe (nothing is shared).
thread P {
  local int part = 0, sum = 0;
  while (true) {
    part = part + 1;
    sum = sum + part;
    assert grows: sum >= part;
  }
}
