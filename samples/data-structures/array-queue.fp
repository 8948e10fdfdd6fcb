// A queue in an array for one enqueuer and one dequeuer: what comes out went in, and the cell that is filled is never
// the one that is taken (after the program in the CUPEX benchmarks, MIT licence, of Dan, Meshman, Vechev and Yahav,
// which has the indices alone).
// Expect: sc safe, tso safe, pso unsafe (`head` may reach memory before the cell. The indices alone need no fence:
// memory only ever holds an older `head`, so `apart` holds under every model).
const N = 3;
shared int[0..N] cell[N] = 0;
shared int[0..N] head = 0;

thread Enqueuer {
  local int[0..N] free = 0;
  while (free < N) {
    Fill: cell[free] = free + 1;
    head = free + 1;
    free = free + 1;
  }
}

thread Dequeuer {
  local int[0..N] tail = 0, limit = 0, value = 0;
  while (tail < N) {
    limit = head;
    if (tail < limit) {
      Take: value = cell[tail];
      assert(value == tail + 1);
      tail = tail + 1;
    }
  }
}

invariant apart: Enqueuer at Fill && Dequeuer at Take -> Dequeuer.tail < Enqueuer.free;
