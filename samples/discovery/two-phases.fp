// A loop fills as often as it is told from outside, and a second one empties what is there: that both numbers of the second
// loop go down together must be found, not how many they are. Own program.
// Expect: sc safe, tso safe, pso safe (fences leave one write at most in each buffer).
shared int filled = 0;

thread P {
  local int most = 0, left = 0;
  havoc most;
  while (filled < most) {
    filled = filled + 1;
    fence;
  }
  left = filled;
  while (left > 0) {
    left = left - 1;
    filled = filled - 1;
    fence;
  }
  assert emptied: filled == 0;
}
