shared int n;
thread P { local int r = 0; r = n; }
final n == n;
