// The largest of numbers that come from outside, any number of them, in memory before it is looked at. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int largest = 0;

thread P {
  local int sample = 0;
  while (true) {
    havoc sample;
    if (sample > largest) {
      largest = sample;
      fence;
    }
    Seen: skip;
  }
}

invariant above: P at Seen -> P.sample <= largest;
