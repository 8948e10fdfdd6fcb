// Lamport's bakery for three threads, a single round, with its fences (Lamport 1974).
shared bool choosing[3] = false;
shared int[0..3] number[3] = 0;

thread P(me: 0..2) {
  local int[0..3] mine = 0, theirs = 0, k = 0;
  choosing[me] = true;
  fence;
  while (k < 3) {
    theirs = number[k];
    if (theirs > mine) { mine = theirs; }
    k = k + 1;
  }
  mine = mine + 1;
  number[me] = mine;
  fence;
  choosing[me] = false;
  k = 0;
  while (k < 3) {
    if (k != me) {
      assume(!choosing[k]);
      Wait: theirs = number[k];
      if (theirs != 0 && (theirs < mine || theirs == mine && k < me)) { goto Wait; }
    }
    k = k + 1;
  }
  Critical: skip;
  number[me] = 0;
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
