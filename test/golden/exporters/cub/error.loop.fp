shared int x = 0;
thread P { local int r = 0; atomic { while (r < 3) { r = r + 1; } x = r; } }
invariant x != 1;
