// Write-to-read causality with any number of writers, relays and readers. The relays pass on what they have seen.
// Own program, classic test (WRC).
// Expect: sc safe, tso safe, pso safe (what a relay finds in memory, every reader finds there from then on).
shared int[0..1] x = 0, y = 0;

process Writer(me) { x = 1; }

process Relay(me) {
  local int[0..1] seen = 0;
  seen = x;
  y = seen;
  End:
}

process Reader(me) {
  local int[0..1] flag = 0, data = 0;
  flag = y;
  data = x;
  End:
}

invariant causal:
  forall a in Relay: forall b in Reader: !(a at End && a.seen == 1 && b at End && b.flag == 1 && b.data == 0);
