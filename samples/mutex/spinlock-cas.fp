// A compare-and-swap lock whose unlocking store stands behind a store-store fence. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int[0..1] lock = 0;
shared int[0..4] counter = 0;

thread P(me: 0..2) {
  local bool mine = false;
  while (!mine) { mine = cas(lock, 0, 1); }
  Critical: counter = counter + 1;
  fence(ww);
  lock = 0;
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
final counted: counter == 3;
