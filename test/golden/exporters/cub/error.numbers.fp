shared int last = 0;
process R(me) { last = me + 1; CS: }
invariant forall a in R: !(a at CS && last == 0);
