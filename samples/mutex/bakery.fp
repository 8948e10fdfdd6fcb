// Lamport's bakery for two threads, without fences; each thread enters once (Lamport 1974; after the program in the
// CUPEX benchmarks, MIT licence, of Dan, Meshman, Vechev and Yahav).
// Expect: sc safe, tso unsafe, pso unsafe (both draw the same ticket, and neither sees the other's, which is still
// buffered when it looks round).
shared bool choosing[2] = false;
shared int[0..2] number[2] = 0;

thread P(me: 0..1) {
  local int[0..2] mine = 0, theirs = 0;
  choosing[me] = true;
  theirs = number[1 - me];
  mine = theirs + 1;
  number[me] = mine;
  choosing[me] = false;
  assume(!choosing[1 - me]);
  Wait: theirs = number[1 - me];
  if (theirs != 0 && (theirs < mine || theirs == mine && me == 1)) { goto Wait; }
  Critical: skip;
  number[me] = 0;
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
