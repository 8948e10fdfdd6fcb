// buffers: pso 2
shared int x = 0;
shared int[0..3] y = 0;
thread P {
  local int r = 0;
  S: x = r;
  y = r;
  L: r = x;
  F: fence;
  fence(ww);
  K: locked { r = x; x = r + 1; fence; }
}
thread Q { local int r = 0; r = x; fence; A: atomic { x = 1; y = 2; fence; r = y; } }
final x == 1 || P.r == 2;
