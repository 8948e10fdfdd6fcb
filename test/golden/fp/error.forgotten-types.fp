shared x;
shared y[2] = 0;
shared q, z = 0;
thread P { local r; local s = 0, t; x = 1; f(1); }
inline f(v) { x = v; }
