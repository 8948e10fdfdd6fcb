shared int x = 1;
thread P { local int r = 0, s = 2; while (true) { r = x; s = r * s; x = s; } }
invariant x >= 1;
