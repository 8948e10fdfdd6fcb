// The indices of a queue for one enqueuer and one dequeuer, which grow without end: the cell that is filled is never the
// one that is taken (after Dan, Meshman, Vechev and Yahav).
// Expect: sc safe, tso safe, pso safe.
shared int head;

thread Enqueuer {
  local int free = 0;
  while (true) {
    free = head;
    Fill: skip;
    head = free + 1;
    fence;
  }
}

thread Dequeuer {
  local int tail = head;
  while (true) {
    if (tail < head) {
      Take: skip;
      tail = tail + 1;
    }
  }
}

invariant apart: Enqueuer at Fill && Dequeuer at Take -> Dequeuer.tail < Enqueuer.free;

predicates {
  Enqueuer.free == head;
  Enqueuer.free < head;
  Dequeuer.tail < Enqueuer.free;
  Dequeuer.tail < head;
  Dequeuer.tail <= head;
}
