// A lock that is biased to its owner, with the one fence that it needs: between the owner's flag and its look at the
// guests' lock. The guests, of whom there may be any number, have theirs in the compare-and-swap. Own program.
// Expect: sc safe, tso safe, pso safe.
shared bool owner = false;
shared int[0..1] guests = 0;

thread Owner {
  while (true) {
    Try: owner = true;
    fence;
    if (guests == 1) {
      owner = false;
      goto Try;
    }
    Critical: skip;
    owner = false;
  }
}

process Guest(me) {
  local bool mine = false;
  while (true) {
    mine = false;
    while (!mine) { mine = cas(guests, 0, 1); }
    assume(!owner);
    Critical: skip;
    guests = 0;
  }
}

invariant no_guest: forall a in Guest: !(Owner at Critical && a at Critical);
invariant mutex: forall a != b in Guest: !(a at Critical && b at Critical);
