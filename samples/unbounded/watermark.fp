// A producer shows how much there is, a consumer how much of it is done, one after the other. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int made = 0, finished = 0;

thread Producer {
  local int count = 0;
  while (true) {
    count = count + 1;
    made = count;
  }
}

thread Consumer {
  local int seen = 0, count = 0;
  while (true) {
    seen = made;
    if (count < seen) {
      count = count + 1;
      finished = count;
    }
  }
}

invariant in_order: finished <= made;
