predicates { R.a <= R.b }
shared int next = 0;
thread R { local int a = 0, b = 0, X = 0; a = 1; }
thread F(me: 0..1) { local int a = 0; a = 1; }
predicates { R.a <= R.b }
predicates { R.a <= R.b R.b == 1; F(0).a == R.X next == 0; F(1) == 0; }
invariant R.a == R.X F(1).a == 0;
invariant !G next == 0;
invariant F(0).a == 0 && !G (next == 0);
