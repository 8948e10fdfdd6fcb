// A ticket lock for five threads whose numbers grow without end; both counters start at one number, which may be any. No
// thread is like another one in the numbers that it holds, but what is found about one holds of all. Own program.
// Expect: sc safe, tso safe, pso safe (drawing the next ticket waits for the buffers).
shared int next, serving = next;

thread P(me: 0..4) {
  local int ticket = 0;
  while (true) {
    ticket = fetch_add(next, 1);
    assume(serving == ticket);
    Critical: serving = ticket + 1;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
