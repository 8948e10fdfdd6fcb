shared int a = b, b = c, c = a;
shared int n, m = n, h[2] = {n, n + 1};
shared int[0..1] bit, same = bit, next = bit + 1;
shared int k = 1 / n;
const N = n;
shared int q[n] = 0;
shared int s = s;
thread P { local int r = r + 1, t = n; r = m; }
