// A writer numbers its versions before and after it writes one; a reader whose two numbers agree has read that very version
// (Lamport, Concurrent reading and writing, 1977). The numbers grow without end.
// Expect: sc safe, tso safe, pso unsafe (the number behind the value may reach memory before it).
shared int begun = 0, value = 0, done = 0;

thread Writer {
  local int n = 0;
  while (true) {
    n = n + 1;
    begun = n;
    value = n;
    done = n;
    fence;
  }
}

thread Reader {
  local int first = 0, seen = 0, last = 0;
  while (true) {
    first = done;
    seen = value;
    last = begun;
    if (first == last) { assert consistent: seen == first; }
  }
}

predicates {
  Reader.first <= Writer.n;
  Reader.first <= value;
  Reader.first <= Reader.seen;
  Reader.seen <= Writer.n;
  Reader.seen <= begun;
  Reader.seen <= Reader.last;
  Reader.seen <= Reader.first;
  value <= Writer.n;
  value <= begun;
  done <= Writer.n;
  done <= value;
  Writer.n <= begun;
  Writer.n <= value;
}
