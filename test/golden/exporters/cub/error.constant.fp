shared int turn = 0;
process R(me) { assume(turn == me); CS: turn = me; }
invariant forall a != b in R: !(a at CS && b at CS);
