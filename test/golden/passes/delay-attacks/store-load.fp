shared int x = 0, y = 0;

thread P {
  local int r = 0;
  x = 1;
  r = y;
}

thread Q {
  local int r = 0;
  y = 1;
  fence;
  r = x;
}
