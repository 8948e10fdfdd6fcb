shared int x = 0, flag[2] = 0;
thread P {
  local int r = 0;
  L: atomic { r = x; if (r == 0) { x = 1; } }
  CS: flag[r] = 1;
}
thread Q { x = 2; }
invariant !(P at CS && x == 2);
