// A ticket lock of two threads, proved with a few predicates about each and about each two of them.
// Own program.
// Expect: sc safe, tso safe, pso safe.
shared int next = 0, turn = 0;

thread P(me: 0..1) {
  local int mine = -1;
  mine = fetch_add(next, 1);
  assume(turn == mine);
  CS: skip;
  turn = mine + 1;
}

invariant mutex: forall a != b in P: !(a at CS && b at CS);
predicates {
  forall a in P: a.mine < next;
  forall a in P: a.mine < turn;
  forall a in P: a.mine == turn;
  forall a != b in P: a.mine < b.mine;
}
