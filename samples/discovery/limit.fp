// A meter that is read while it counts. It is said to stay below a limit, and takes a hundred rounds to get there: each
// refinement would add one round, but the program is run beside it. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (after 100 rounds).
shared int meter = 0;

thread Meter {
  local int counted = 0;
  while (true) {
    counted = counted + 1;
    meter = counted;
    fence;
  }
}

thread Reader {
  local int seen = 0;
  while (true) {
    seen = meter;
    assert below: seen < 100;
  }
}
