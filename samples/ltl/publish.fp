// A record is published by a flag. Once the writer is done the flag is seen at last, and whoever sees it finds the record:
// under pso the flag may overtake it.
// Expect: sc safe, tso safe, pso unsafe (the flag is in memory while the record is still buffered)
shared int record = 0, flag = 0;

thread Writer {
  record = 1;
  flag = 1;
  Done: skip;
}

thread Reader {
  local int seen = 0, got = 0;
  while (seen == 0) { seen = flag; }
  got = record;
  Read: skip;
}

ltl published: G (Writer at Done -> F flag == 1);
ltl in_order: G (flag == 1 -> record == 1);
ltl read: F (Writer at Done) -> F (Reader at Read && Reader.got == 1);
ltl settled: F (Writer at Done) -> F G (record == 1 && flag == 1);
