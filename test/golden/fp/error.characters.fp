shared int x = 0;
thread P {
  x = 1 & 2;
  x = 1x;
  x = €;
   x = "a";
}
