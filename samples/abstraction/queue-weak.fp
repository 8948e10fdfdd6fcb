// The indices of a queue for one enqueuer and one dequeuer, with predicates whose proof under SC is too weak to be carried
// over: it does without `tail <= head` and `free < head`, which hold of a new head while it is buffered, too (after Dan,
// Meshman, Vechev and Yahav, who tell of a proof of this kind).
// Expect: sc safe, tso unknown, pso unknown (with the two predicates it is proved, see queue.fp).
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
  Dequeuer.tail < Enqueuer.free;
  Dequeuer.tail < head;
}
