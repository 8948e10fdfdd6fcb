// The indices of a queue for one enqueuer and one dequeuer without the fence of abstraction/queue.fp: the head is all that is
// shared (after Dan, Meshman, Vechev and Yahav).
// Expect: sc safe, tso safe, pso safe.
shared int head;

thread Enqueuer {
  local int free = 0;
  while (true) {
    free = head;
    Fill: skip;
    head = free + 1;
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
