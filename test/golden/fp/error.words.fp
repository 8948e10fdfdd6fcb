shared int x = 0;
enm E { A, B }
inlien f() { x = 1; retrun; }
thread P(me: 0..1) { while (x == 0) { brek; contineu; } }
thread Q { local int r = 0; foor (i in 0..1) { r = i; } }
inline int return() { return (x); }
invariant exsts a in P: x == 0;
