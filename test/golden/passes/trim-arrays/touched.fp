// What is left of an array shows in its length only (test/unit/passes/trim-arrays.test.ts): steps stay as they are.
shared int a[1000] = 0, b[1000] = 0;
shared int[0..9] i = 0;
thread P {
  local int[0..9] r = 0;
  a[3] = 1;
  r = i;
  b[r + 2] = a[4];
}
invariant a[700] == 0;
