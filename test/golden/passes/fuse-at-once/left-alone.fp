// buffers: tso 1
shared int x = 0;

thread P { atomic { x = 1; x = 2; } }
