// The core of Dekker's mutual exclusion, with a fence between the own flag and the look at the other's. Own program.
// Expect: sc safe, tso safe, pso safe.
shared bool flag[2] = false;

thread P(me: 0..1) {
  flag[me] = true;
  fence;
  assume(!flag[1 - me]);
  Critical: skip;
  flag[me] = false;
}

invariant mutex: !(P(0) at Critical && P(1) at Critical);
