// buffers: pso 2
shared int x = 0, y = 0;

thread P {
  x = 1;
  fence(ww);
  y = 1;
  fence(ww);
  x = 2;
}
