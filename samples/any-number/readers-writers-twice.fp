// Readers and writers, where a reader takes itself off the count twice. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (a writer comes in while there is a reader).
shared int readers = 0;
shared bool writing = false;

process Reader(me) {
  while (true) {
    locked { assume(!writing); readers = readers + 1; }
    Reading: skip;
    locked { readers = readers - 1; }
    locked { if (readers > 0) { readers = readers - 1; } }
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
