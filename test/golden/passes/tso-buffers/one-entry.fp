// buffers: tso1 9
shared int x = 0;
shared int a[2] = 0;
thread P { local int i = 0; x = 1; a[i] = 2; locked { x = 3; } }
thread Q { local int r = 0; x = 2; r = x; atomic { x = 3; x = 4; } }
