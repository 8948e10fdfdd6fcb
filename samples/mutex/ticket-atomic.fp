// A ticket lock for two threads whose tickets are drawn in an atomic section, not by a locked instruction; they count
// modulo 4 (after the program in the CUPEX benchmarks, MIT licence, of Dan, Meshman, Vechev and Yahav).
// Expect: sc safe, tso unsafe, pso unsafe (nobody steps in between the load and the store of `next`, but the store is
// buffered: the other thread draws the same ticket).
shared int[0..3] next = 0, serving = 0;

thread P(me: 0..1) {
  local int[0..3] ticket = 0, now = 0;
  while (true) {
    atomic { ticket = next; next = (ticket + 1) % 4; }
    assume(serving == ticket);
    Critical: now = serving;
    serving = (now + 1) % 4;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
