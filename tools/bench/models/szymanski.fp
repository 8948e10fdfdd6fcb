// Szymanski's mutual exclusion for three threads, a single round, with a fence behind every store (Szymanski 1988).
shared int[0..4] f[3] = 0;

thread P(me: 0..2) {
  local int[0..3] k = 0;
  local int[0..4] other = 0;
  local bool waits = false;
  f[me] = 1;
  fence;
  while (k < 3) { if (k != me) { assume(f[k] < 3); } k = k + 1; }
  f[me] = 3;
  fence;
  k = 0;
  while (k < 3) {
    if (k != me) { other = f[k]; if (other == 1) { waits = true; } }
    k = k + 1;
  }
  if (waits) {
    f[me] = 2;
    fence;
    either { assume(f[(me + 1) % 3] == 4); } or { assume(f[(me + 2) % 3] == 4); }
  }
  f[me] = 4;
  fence;
  k = 0;
  while (k < me) { assume(f[k] < 2); k = k + 1; }
  Critical: skip;
  k = me + 1;
  while (k < 3) {
    other = f[k];
    if (other != 2 && other != 3) { k = k + 1; }
  }
  f[me] = 0;
  fence;
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
