// A counting semaphore with any number of permits for two threads, without fences in its two operations. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (both take the last permit: the first one's count is still buffered).
shared int capacity, free = capacity;

thread P(me: 0..1) {
  while (true) {
    atomic { assume(free > 0); free = free - 1; }
    Inside: skip;
    atomic { free = free + 1; }
  }
}

invariant bounded: free <= capacity;
invariant exclusive: capacity == 1 -> !(P(0) at Inside && P(1) at Inside);

predicates {
  capacity == 1;
  free == capacity;
  free + 1 == capacity;
  free + 2 == capacity;
  free >= 1;
  free >= 0;
}
