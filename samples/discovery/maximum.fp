// The largest of numbers that come from outside, any number of them. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (the new maximum is still buffered when it is looked at).
shared int largest = 0;

thread P {
  local int sample = 0;
  while (true) {
    havoc sample;
    if (sample > largest) {
      largest = sample;
    }
    Seen: skip;
  }
}

invariant above: P at Seen -> P.sample <= largest;
