// buffers: sc 1
shared int x = 0;

thread P {
  local bool ok = false;
  x = 1;
  fence;
  ok = cas(x, 1, 2);
}
