// buffers: pso a=2 x=1
// P writes two cells of a, Q any cell; each variable has a bound of its own.
shared int a[3] = 0;
shared int x = 0;
thread P { local int[0..2] i = 0; local int r = 0; a[0] = 1; a[2] = 2; r = a[2]; r = a[1]; r = a[i]; x = 1; }
thread Q { local int i = 0; local int r = 0; a[i] = 1; r = a[i + 1]; }
