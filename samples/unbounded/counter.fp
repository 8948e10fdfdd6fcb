// A counter and a variable that shows it, without any fence: writes wait in ever larger numbers, so every bound is too small.
// Own program.
// Expect: sc safe, tso safe, pso safe.
shared int shown = 0;

thread Counter {
  local int counted = 0;
  while (true) {
    counted = counted + 1;
    shown = counted;
  }
}

invariant positive: shown >= 0;
