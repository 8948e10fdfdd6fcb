shared bool b = true;
process R(me) { L: b = true; }
invariant !(forall a in R: !(a at L)) == b;
