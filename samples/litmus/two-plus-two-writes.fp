// 2+2W: two threads write the same two variables in opposite orders; can both first writes win? Own program, classic test.
// Expect: sc safe, tso safe, pso unsafe (writes to different variables may reach memory out of order).
shared int x = 0, y = 0;

thread P {
  x = 1;
  y = 2;
}

thread Q {
  y = 1;
  x = 2;
}

final not_both_first: !(x == 1 && y == 1);
