shared int turn;
process R(me) { assume(turn < me); CS: turn = me; }
invariant forall a != b in R: !(a at CS && b at CS);
