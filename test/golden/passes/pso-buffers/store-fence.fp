// buffers: pso 1
shared int x = 0, y = 0;
thread P { x = 1; fence(ww); y = 1; }
thread Q { atomic { x = 2; fence(ww); y = 2; fence; } }
