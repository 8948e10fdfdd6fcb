const N = 1 / 0;
const M = 2 % (3 - 3);
shared int x = 1 / 0;
shared int[0..1 / 0] y = 0;
shared int q[1 % 0] = 0;
thread P {
  local int r = x / (2 - 2);
  r = x / r;
}
invariant x / 0 == 1;
final P.r % 0 == 0;
predicates { x / (1 - 1) == 1; }
