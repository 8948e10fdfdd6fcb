// A sequence lock with two readers: they retry while the counter is odd or has changed.
shared int[0..4] sequence = 0;
shared int[0..2] low = 0, high = 0;

thread Writer {
  sequence = 1;
  fence(ww);
  low = 1;
  high = 1;
  fence(ww);
  sequence = 2;
  fence(ww);
  sequence = 3;
  fence(ww);
  low = 2;
  high = 2;
  fence(ww);
  sequence = 4;
}

thread Reader(me: 0..1) {
  local int[0..4] before = 0, after = 0;
  local int[0..2] a = 0, b = 0;
  Retry: before = sequence;
  if (before % 2 == 1) { goto Retry; }
  a = low;
  b = high;
  after = sequence;
  if (after != before) { goto Retry; }
  assert(a == b);
}
