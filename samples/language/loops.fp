// Looks for the first flag that is set, leaving out the cell in the middle, and waits until that is taken back.
// Own program.
// Expect: sc safe, tso safe, pso safe.
shared bool flag[3] = false;

thread Setter {
  for (i in 0..2) flag[i] = true;
  flag[2] = false;
  flag[0] = false;
}

thread Looker {
  local int[0..3] found = 3;
  local bool set = false;
  for (i in 0..2) {
    if (i == 1) continue;
    set = flag[i];
    if (set) {
      found = i;
      break;
    }
  }
  if (found != 3) {
    do { set = flag[found]; } while (set);
  }
  assert not_the_middle: found != 1;
}

final taken_back: Looker.found == 3 || !flag[Looker.found];
