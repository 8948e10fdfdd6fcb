shared int x = 0;
invariant x == 0;
