shared int x = 0;
thread P {
  x = 1; /* this is never closed
  x = 2;
}
