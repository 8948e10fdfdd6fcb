// Write-to-read causality: who sees a flag that was raised after the data was seen must see the data. Own program,
// classic test.
// Expect: sc safe, tso safe, pso safe (the relay finds x = 1 in memory, where everybody sees it from then on).
shared int x = 0, y = 0;

thread Writer {
  x = 1;
}

thread Relay {
  local int seen = 0;
  seen = x;
  y = seen;
}

thread Reader {
  local int flag = 0, data = 0;
  flag = y;
  data = x;
}

final causal: Reader.flag == 1 -> Reader.data == 1;
