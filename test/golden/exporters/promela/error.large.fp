shared int n = 0;
thread P { n = 3000000000; }
final n == 0;
