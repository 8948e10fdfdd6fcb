shared int[0..9] n;
shared bool b[2];
shared int[-2..9] rest = 9 - n, mixed[2] = {-1, 1};
thread P {
  local int[0..9] mine = n;
  local int[-1..1] any;
  local int late;
  late = rest;
  x: mine = late;
}
invariant n + rest == 9;
