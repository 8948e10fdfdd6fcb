// Any number of readers, counted, and any number of writers. Both come in by one locked step. Own program.
// Expect: sc safe, tso safe, pso safe (only counting the readers shows it: no two of them know of each other).
shared int readers = 0;
shared bool writing = false;

process Reader(me) {
  while (true) {
    locked { assume(!writing); readers = readers + 1; }
    Reading: skip;
    locked { readers = readers - 1; }
  }
}

process Writer(me) {
  while (true) {
    locked { assume(!writing && readers == 0); writing = true; }
    Writing: skip;
    writing = false;
  }
}

invariant apart: forall r in Reader: forall w in Writer: !(r at Reading && w at Writing);
invariant alone: forall v != w in Writer: !(v at Writing && w at Writing);
