// Two counters that go up and down together, below zero too, and both are in memory when they are compared. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int left = 0, right = 0;

thread P {
  while (true) {
    either {
      left = left + 1;
      right = right + 1;
    } or {
      left = left - 1;
      right = right - 1;
    }
    fence;
    Same: skip;
  }
}

invariant same: P at Same -> left == right;
