// Double-checked initialisation with two store-store fences: who comes first makes the object, under a lock that
// later users do without. Own program after the pattern of Schmidt and Harrison (1996).
// Expect: sc safe, tso safe, pso safe (the object is in memory before `ready`, and `ready` before the lock is free).
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
      fence(ww);
      ready = true;
    }
    fence(ww);
    lock = false;
  }
  used = object;
  assert(used == 1);
}

final once: made == 1;
