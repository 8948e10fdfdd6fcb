/**
 * Peterson's filter lock for three threads, with the fence that TSO asks for. Every round drains the buffers, so it is
 * finite under TSO; with its locals kept as they are it has more than three million states.
 */
export const filterLock = `
shared int[0..2] level[3] = 0;
shared int[0..2] victim[3] = 0;

thread P(me: 0..2) {
  local int[1..3] l = 1;
  local int[0..3] k = 0;
  local int[0..2] last = 0;
  while (true) {
    l = 1;
    while (l < 3) {
      level[me] = l;
      victim[l] = me;
      fence;
      k = 0;
      while (k < 3) {
        if (k != me && level[k] >= l) {
          last = victim[l];
          if (last == me) { k = 0; } else { k = 3; }
        } else { k = k + 1; }
      }
      l = l + 1;
    }
    Critical: skip;
    level[me] = 0;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
`;
