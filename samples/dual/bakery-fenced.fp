// Lamport's bakery for two threads, for ever, with two fences (Lamport 1974). Numbers end at 3: who would have to
// draw 4 waits for ever. Own program.
// Expect: sc safe, tso safe, pso unsafe (before a thread looks round, all that it wrote is in memory; under PSO the
// end of choosing may be written before the number).
shared bool choosing[2] = false;
shared int[0..3] number[2] = 0;

thread P(me: 0..1) {
  local int[0..3] mine = 0, theirs = 0;
  while (true) {
    choosing[me] = true;
    fence;
    theirs = number[1 - me];
    assume(theirs < 3);
    mine = theirs + 1;
    number[me] = mine;
    choosing[me] = false;
    fence;
    assume(!choosing[1 - me]);
    Wait: theirs = number[1 - me];
    if (theirs != 0 && (theirs < mine || theirs == mine && me == 1)) { goto Wait; }
    Critical: skip;
    number[me] = 0;
  }
}

invariant mutex: !(P(0) at Critical && P(1) at Critical);
