// The core of Dekker's mutual exclusion: raise the own flag, enter if the other's is down, once. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (both flags are buffered while both loads are made: store buffering).
shared bool flag[2] = false;

thread P(me: 0..1) {
  flag[me] = true;
  assume(!flag[1 - me]);
  Critical: skip;
  flag[me] = false;
}

invariant mutex: !(P(0) at Critical && P(1) at Critical);
