// Under SC a section is one transition.
shared int x = 0, y = 0;
thread P {
  local int r = 0;
  atomic { r = x; y = r + 1; x = 2; }
}
invariant P.r >= 0;
