shared int x = 0;
thread P { local int r = 0; CS: x = 1; }
thread Q(me: 0..1) { local int r = 0; CS: x = 1; }
process R(me) { local int s = 0; CS: x = 1; }
invariant Q.r == 0;
invariant Q(2).r == 0;
invariant Q(x).r == 0;
invariant P(0).r == 0;
invariant !(R at CS);
invariant R(-1).s == 0;
invariant forall a in P: a at CS;
invariant forall a in S: a at CS;
invariant forall a in R: Q(a) at CS;
invariant forall a in R: a.r == 0 && a(0).s == 0;
invariant x.r == 0;
invariant P == 0;
