// Peterson's lock with its fences around a counter that grows without end: what a thread has written it finds again. Own
// program.
// Expect: sc safe, tso safe, pso unsafe (the turn may reach memory before the wish).
shared bool wants[2] = false;
shared int turn = 0, counter = 0;

thread P(me: 0..1) {
  local int seen = 0;
  while (true) {
    wants[me] = true;
    turn = 1 - me;
    fence;
    atomic { assume(!wants[1 - me] || turn == me); }
    seen = counter;
    counter = seen + 1;
    assert alone: counter == seen + 1;
    fence;
    wants[me] = false;
    fence;
  }
}
