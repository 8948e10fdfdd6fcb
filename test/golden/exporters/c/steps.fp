shared int x = 0;
shared int[0..3] n = 0;
shared bool go[2] = {false, true};
thread P(me: 0..1) {
  local int r = 0;
  x = r + 1;
  Wait: assume(go[me]);
  if (x == 1) { n = n + 1; } else { havoc r; }
  either { assume(n == 2); } or { atomic { n = 2; assume(x < 9); go[r] = false; } }
  while (r > 0) { r = r - 1; }
}
invariant low: P(0) at Wait -> n < 2;
final P(0).r == 0;
