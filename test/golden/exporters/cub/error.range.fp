shared int[0..3] turn = 0;
process R(me) { CS: turn = me; }
invariant forall a != b in R: !(a at CS && b at CS);
