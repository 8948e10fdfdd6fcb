// Each thread adds one or two, whichever makes the sum even; as loads and stores, not as steps.
// Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (both may read the same).
shared int sum = 0;

thread P(me: 0..1) {
  local int r = 0;
  r = sum;
  sum = r % 2 == 0 ? r + 2 : r + 1;
  r += 1;
}

final even: sum % 2 == 0;
final both: sum == 4;
