// Two threads take from a pool of any size and give back. The invariant is a sum of three variables, which no difference of
// two variables implies. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (one of the two counts is still buffered).
shared int capacity, used = 0, free = capacity;

thread P(me: 0..1) {
  while (true) {
    atomic { assume(free > 0); free = free - 1; used = used + 1; }
    Inside: skip;
    atomic { free = free + 1; used = used - 1; }
  }
}

invariant total: used + free == capacity;
