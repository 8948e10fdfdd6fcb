// Message passing from any number of writers to any number of readers. Own program, classic test (MP).
// Expect: sc safe, tso safe, pso unsafe (whichever writer raised the flag had stored the data before, but under PSO it may come later).
shared int[0..1] data = 0, flag = 0;

process Writer(me) {
  data = 1;
  flag = 1;
}

process Reader(me) {
  local int[0..1] f = 0, d = 0;
  f = flag;
  d = data;
  End:
}

invariant fresh: forall a in Reader: !(a at End && a.f == 1 && a.d == 0);
