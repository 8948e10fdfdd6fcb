// buffers: pso x=2 y=1
shared int x = 0;
shared bool y = false;

thread P {
  x = 1;
  x = 2;
  y = true;
}
