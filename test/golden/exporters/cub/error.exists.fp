shared int x = 0;
process R(me) { L: x = 1; }
invariant x == 1 -> !(forall a in R: a at L);
