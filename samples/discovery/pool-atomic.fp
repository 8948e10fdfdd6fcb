// Two threads take from a pool of any size and give back; each count is changed in memory. The invariant is a sum of three
// variables, which no difference of two variables implies. Own program.
// Expect: sc safe, tso safe, pso safe (no count is ever buffered).
shared int capacity, used = 0, free = capacity;

thread P(me: 0..1) {
  local int before = 0;
  while (true) {
    atomic { assume(free > 0); before = fetch_add(free, -1); before = fetch_add(used, 1); }
    Inside: skip;
    atomic { before = fetch_add(free, 1); before = fetch_add(used, -1); }
  }
}

invariant total: used + free == capacity;
