shared int x = 0;
shared bool b = false;
thread P { L: x = 1; if (P at L) { skip; } }
ltl (G b) == (F b);
ltl G x;
ltl b U x == 0;
predicates { P at L; x == 0; x; }
predicates { forall a in P: b; x }
invariant G b;
invariant G (x == 0);
shared int X = 0;
ltl F (X == 0);
ltl a -> b;
