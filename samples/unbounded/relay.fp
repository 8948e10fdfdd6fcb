// What a relay hands on is never ahead of what it reads. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int source = 0, copy = 0;

thread Source {
  local int next = 0;
  while (true) {
    next = next + 1;
    source = next;
  }
}

thread Relay {
  local int seen = 0;
  while (true) {
    seen = source;
    copy = seen;
  }
}

invariant behind: copy <= source;
