// A test-and-set lock with an x86 XCHG; the unlocking store needs no fence. Own program.
// Expect: sc safe, tso safe, pso unsafe (under PSO the lock may be freed before the counter is written).
shared int[0..1] lock = 0;
shared int[0..4] counter = 0;

thread P(me: 0..2) {
  local int[0..1] busy = 1;
  while (busy == 1) { busy = xchg(lock, 1); }
  Critical: counter = counter + 1;
  lock = 0;
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
final counted: counter == 3;
