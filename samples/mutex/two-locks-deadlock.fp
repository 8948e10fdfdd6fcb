// Two threads take two locks in opposite orders: mutual exclusion holds, but they can wait for each other for ever.
// Own program. `verify --deadlock` makes the deadlock a violation; without it, it is a warning.
// Expect: sc safe, tso safe, pso safe (with --deadlock: unsafe under each).
shared bool a = false, b = false;

thread P {
  locked { assume(!a); a = true; }
  locked { assume(!b); b = true; }
  Critical: skip;
  b = false;
  a = false;
}

thread Q {
  locked { assume(!b); b = true; }
  locked { assume(!a); a = true; }
  Critical: skip;
  a = false;
  b = false;
}

invariant mutex: !(P at Critical && Q at Critical);
