shared int x = 0;
thread P { L: x = 1; }
invariant low: x <= 1 || P at L;
