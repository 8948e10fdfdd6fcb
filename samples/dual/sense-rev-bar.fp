// A sense-reversing barrier for two threads, round after round: nobody works in one round while the other still
// works in the last (Mellor-Crummey and Scott 1991). Own program.
// Expect: sc safe, tso safe, pso safe (the last one to arrive resets the count and then turns the sense; TSO keeps
// that order. Under PSO who goes on may find the old count, is not counted, and both wait for ever).
shared int[-1..2] waiting = 2;
shared bool sense = false;

thread P(me: 0..1) {
  local int[-1..2] before = 0;
  while (true) {
    Even: skip;
    locked { before = waiting; waiting = before - 1; }
    if (before == 1) {
      waiting = 2;
      sense = true;
    } else {
      assume(sense);
    }
    Odd: skip;
    locked { before = waiting; waiting = before - 1; }
    if (before == 1) {
      waiting = 2;
      sense = false;
    } else {
      assume(!sense);
    }
  }
}

invariant together: forall a != b in P: !(a at Even && b at Odd);
