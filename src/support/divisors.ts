/** The greatest number that divides both; 0 if both are. */
export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** The least positive number that both divide; neither is 0. */
export function lcm(a: bigint, b: bigint): bigint {
  const product = (a / gcd(a, b)) * b;
  return product < 0n ? -product : product;
}
