shared int x = 0
shared int y = 0;
thread P {
  local int r = 0;
  x = 1
  y = ;
  r = z;
  if (x = 1) { r = 1; }
  x++;
  x += 1;
  assume x == 1;
  for (r = 0; r < 3; r = r + 1) { x = r; }
  while (y == 0);
  or = 1;
  break;
  r = y $ 2;
  x == 1;
  goto L;
}
final P.r == ;
