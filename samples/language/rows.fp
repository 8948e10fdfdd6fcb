// Everybody puts a letter for the other into a box of its own, then looks into the boxes.
// Own program.
// Expect: sc safe, tso unsafe, pso unsafe (both letters may still be on their way).
shared int[0..1] box[2][2] = {{0, 0}, {0, 0}};

thread P(me: 0..1) {
  local int[0..1] got = 0;
  box[me][1 - me] = 1;
  got = box[1 - me][me];
}

final one_arrives: P(0).got == 1 || P(1).got == 1;
invariant none_to_oneself: box[0][0] == 0 && box[1][1] == 0;
