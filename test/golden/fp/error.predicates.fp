shared int next = 0;
thread P(me: 0..1) { local int t = 0, total = 0; next = 1; t = P.t; t = P(me).t; }
process Q(me) { local int s = 0; s = P.t; }
predicates { P.t < next; Q.s < next; P(next).t == 0; }
predicates { P(0).tt < next; P(0).totl < next; P(0).q < next; nxet == 0; }
invariant P.t == 0 || P(next).t == 0 || Q(0).z == 0;
