// A lock that is biased to its owner: any number of guests sort themselves out by compare-and-swap and then respect
// the owner's flag; the owner only raises its flag and looks at the guests' lock. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (the owner looks while its flag is still buffered; under SC it is safe, so this is a
// fence forgotten).
shared bool owner = false;
shared int[0..1] guests = 0;

thread Owner {
  while (true) {
    Try: owner = true;
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
