// A publisher writes a number and then announces it; a subscriber never reads less than what was announced to it. The
// numbers grow without end. Own program.
// Expect: sc safe, tso safe, pso unsafe (the announcement may reach memory before the number).
shared int data = 0, announced = 0;

thread Publisher {
  local int n = 0;
  while (true) {
    n = n + 1;
    data = n;
    announced = n;
    fence;
  }
}

thread Subscriber {
  local int known = 0, value = 0;
  while (true) {
    known = announced;
    value = data;
    assert fresh: known <= value;
  }
}

predicates {
  announced <= data;
  announced <= Publisher.n;
  Publisher.n <= data;
  Subscriber.known <= data;
  Subscriber.known <= Publisher.n;
  Subscriber.known <= Subscriber.value;
}
