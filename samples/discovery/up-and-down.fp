// Two counters that go up and down together, below zero too. What they start from says nothing of how they end: that they
// are equal must be found, not which numbers they are. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (one of the two writes is still buffered).
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
    Same: skip;
  }
}

invariant same: P at Same -> left == right;
