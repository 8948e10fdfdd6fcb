// buffers: sc 1
shared int x = 0;
thread P { local int r = 0; x = 1; A: fence; fence(ww); B: locked { r = x; x = r + 1; fence; } r = fetch_add(x, 1); }
