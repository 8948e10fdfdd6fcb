// A queue in an array for one enqueuer and one dequeuer, with a store-store fence between cell and index: what comes
// out went in, and the cell that is filled is never the one that is taken (after the program in the CUPEX benchmarks,
// MIT licence, of Dan, Meshman, Vechev and Yahav, which has the indices alone).
// Expect: sc safe, tso safe, pso safe (the cell is in memory before the index that says so).
const N = 3;
shared int[0..N] cell[N] = 0;
shared int[0..N] head = 0;

thread Enqueuer {
  local int[0..N] free = 0;
  while (free < N) {
    Fill: cell[free] = free + 1;
    fence(ww);
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
