// Lamport's bakery for two threads with a fence where a thread begins to choose and one behind its number; tickets
// can grow for ever, so each thread enters just twice (Lamport 1974; after the program in the CUPEX benchmarks, MIT
// licence, of Dan, Meshman, Vechev and Yahav).
// Expect: sc safe, tso safe, pso safe (who looks round has shown its number, and who reads a number to choose a
// higher one has shown that it is choosing; the second fence also keeps the number before the end of choosing).
const Rounds = 2;
shared bool choosing[2] = false;
shared int[0..4] number[2] = 0;

thread P(me: 0..1) {
  local int[0..4] mine = 0, theirs = 0;
  local int[0..2] round = 0;
  while (round < Rounds) {
    choosing[me] = true;
    fence;
    theirs = number[1 - me];
    mine = theirs + 1;
    number[me] = mine;
    fence;
    choosing[me] = false;
    assume(!choosing[1 - me]);
    Wait: theirs = number[1 - me];
    if (theirs != 0 && (theirs < mine || theirs == mine && me == 1)) { goto Wait; }
    Critical: skip;
    number[me] = 0;
    round = round + 1;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
