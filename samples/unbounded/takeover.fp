// Two threads write the same variable in turns that nobody keeps. Own program.
// Expect: sc safe, tso safe, pso safe (nothing negative is ever written).
shared int owner = 0;

thread Up {
  local int mine = 0;
  while (true) {
    mine = owner;
    owner = mine + 1;
  }
}

thread Down {
  local int mine = 0;
  while (true) {
    mine = owner;
    if (mine > 0) { owner = mine - 1; }
  }
}

invariant positive: owner >= 0;
