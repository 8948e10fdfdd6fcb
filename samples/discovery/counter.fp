// A counter and a variable that shows it. Every value is a state of its own, so no enumeration ends; `counted >= 0` and what
// follows from it behind each step are enough. Own program.
// Expect: sc safe, tso safe, pso safe (the fence keeps the number of buffered writes at one).
shared int shown = 0;

thread Counter {
  local int counted = 0;
  while (true) {
    counted = counted + 1;
    shown = counted;
    fence;
  }
}

invariant positive: shown >= 0;
