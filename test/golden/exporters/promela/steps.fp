shared int[0..3] x = 0, a[2] = 0;
shared int n = 0;
thread P {
  local int[0..3] i = 0;
  Again: i = x / a[x];
  while (i < 2) { i = i + 1; }
  while (true) {
    either { assume(x == i); x = 1; } or { if (a[i] > n) { havoc i; } } or { goto Again; } or { }
    assert(i != 3);
    n = n + 1;
  }
}
invariant a[0] / x < 4;
