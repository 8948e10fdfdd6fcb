// Double-checked initialisation: who comes first makes the object, under a lock that later users do without. Own
// program after the pattern of Schmidt and Harrison (1996).
// Expect: sc safe, tso safe, pso unsafe (`ready` may be seen before the object is, or the lock be free before `ready`
// is seen, so that the object is made twice).
shared bool ready = false, lock = false;
shared int[0..2] object = 0;
shared int[0..2] made = 0;

thread User(me: 0..1) {
  local bool busy = true, done = false;
  local int[0..2] used = 0;
  done = ready;
  if (!done) {
    while (busy) { busy = xchg(lock, true); }
    done = ready;
    if (!done) {
      made = made + 1;
      object = 1;
      ready = true;
    }
    lock = false;
  }
  used = object;
  assert(used == 1);
}

final once: made == 1;
