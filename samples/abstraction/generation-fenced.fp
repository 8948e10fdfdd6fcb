// An owner gives a top that may be as before (ABA) a new generation; a client whose generation is still the latest relies
// on the top that it read with it. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int generation = 0, top = 0;

thread Owner {
  local int node = 0;
  while (true) {
    havoc node;
    atomic { generation = generation + 1; fence; top = node; fence; }
  }
}

thread Client {
  local int known = 0, expected = 0;
  while (true) {
    atomic { known = generation; expected = top; }
    atomic { if (generation == known) { assert unchanged: top == expected; } }
  }
}

predicates {
  Client.known == generation;
  Client.known <= generation;
  Client.expected == top;
}
