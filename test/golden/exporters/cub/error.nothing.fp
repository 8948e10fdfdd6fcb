shared int x = 0;
thread P { x = 1; }
ltl F x == 1;
