// buffers: tso1 2
shared int x = 0, y = 0;

thread P {
  local int r = 0;
  y = 1;
  y = 2;
  r = fetch_add(x, 1);
}

thread Q {
  x = 5;
}
