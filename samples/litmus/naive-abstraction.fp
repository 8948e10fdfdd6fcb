// Two threads each set their variable to the other's plus one, in one action; they must end up different.
// After the example of Dan, Meshman, Vechev and Yahav against abstracting first and adding the memory model later.
// Expect: sc safe, tso unsafe, pso unsafe (each reads the old value while the other's store is buffered).
shared int x = 0, y = 0;

thread P {
  atomic { x = y + 1; }
  fence;
}

thread Q {
  atomic { y = x + 1; }
  fence;
}

final different: x != y;

predicates { x == y; x == 1; y == 1; x == 0; y == 0; }
