shared int x = 0, y = 0, x = 1;
const y = 2;
thread P {
  local int r = 0;
  local int r = 1, x = 2;
  x = 1;
}
thread P { x = 2; }
thread Q(me: 0..1) { local int me = 0; x = 1; }
invariant a: x == 0;
invariant a: y == 0;
invariant div: y == 0;
process R(x) { skip; }
invariant forall a != a in R: y == 0;
invariant forall y in R: x == 0;
thread S { assert c: x == 0; assert c: y == 0; assert a: x == 1; assert range: x == 2; }
final c: x == 0;
