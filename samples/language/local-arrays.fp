// A thread collects what others have written, twice; if nothing has changed, all was there at one time.
// Own program after the double collect of Afek and others, Atomic Snapshots of Shared Memory (1993).
// Expect: sc safe, tso safe, pso unsafe (the second cell may become visible before the first).
shared int[0..2] cell[2] = 0;

thread Writer {
  for (n in 1..2) {
    for (i in 0..1) cell[i] = n;
  }
}

thread Scanner {
  local int[0..2] first[2] = 0, second[2] = 0;
  local bool same = true;
  for (i in 0..1) first[i] = cell[i];
  for (i in 0..1) second[i] = cell[i];
  for (i in 0..1) same = same && first[i] == second[i];
  assert in_order: !same || first[1] <= first[0];
}
