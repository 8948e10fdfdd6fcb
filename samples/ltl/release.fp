// A lock that is released by a plain store, and a thread that waits for it: it sees the release at last, because no write
// stays in a buffer for ever. With --fairness none that is not so, and under tso and pso both properties are violated.
// Expect: sc safe, tso safe, pso safe
shared int lock = 1;

thread Owner {
  Critical: skip;
  lock = 0;
  Out: skip;
}

thread Waiter {
  local int seen = 1;
  while (seen == 1) { seen = lock; }
  Critical: skip;
}

ltl released: G (Owner at Out -> F lock == 0);
ltl entered: F (Owner at Out) -> F (Waiter at Critical);
