shared int x = 0;
thread P {
  if (x == 0) {
    x = 1;
}
thread Q { x = 2; }
invariant x
