// A queue as in queue.fp whose enqueuer fills three cells before it waits for its buffer.
// Expect: sc safe, tso safe, pso safe (three writes are buffered at most).
shared int head;

thread Enqueuer {
  local int free = 0;
  while (true) {
    free = head;
    Fill: skip;
    head = free + 1;
    head = free + 2;
    head = free + 3;
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
  Enqueuer.free + 1 == head;
  Enqueuer.free + 2 == head;
  Enqueuer.free + 3 == head;
  Enqueuer.free < head;
  Dequeuer.tail < Enqueuer.free;
  Dequeuer.tail < head;
  Dequeuer.tail <= head;
}
