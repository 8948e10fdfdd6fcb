// A single-producer single-consumer ring buffer of two slots: values come out in the order they went in.
// Own program after Lamport's queue (1983). The consumer waits for the tail, the producer for the head.
// Expect: sc safe, tso safe, pso unsafe (the tail may move before the slot is filled).
shared int[0..3] slot[2] = 0;
shared int[0..3] head = 0, tail = 0;

thread Producer {
  local int[1..4] n = 1;
  while (n <= 3) {
    assume(n - head < 3);
    slot[(n - 1) % 2] = n;
    tail = n;
    n = n + 1;
  }
}

thread Consumer {
  local int[1..4] n = 1;
  local int[0..3] value = 0;
  while (n <= 3) {
    assume(tail >= n);
    value = slot[(n - 1) % 2];
    assert(value == n);
    head = n;
    n = n + 1;
  }
}
