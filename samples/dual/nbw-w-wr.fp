// The non-blocking write protocol (Kopetz and Reisinger 1993): the writer makes the version odd, writes, and makes
// it even again; who reads tries until it has found the same even version before and after. The second thread writes
// something of its own first, and reads while that may still be buffered. Own program.
// Expect: sc safe, tso safe, pso unsafe (TSO keeps the order of version and data; that the reader's own store waits
// does things that SC does not do, and no harm).
shared int[0..2] version = 0;
shared int[0..1] left = 0, right = 0, own = 0;

thread Writer {
  version = 1;
  left = 1;
  right = 1;
  version = 2;
}

thread WriterReader {
  local int[0..2] before = 0, after = 0;
  local int[0..1] a = 0, b = 0;
  own = 1;
  Try: before = version;
  if (before == 1) { goto Try; }
  a = left;
  b = right;
  after = version;
  if (after != before) { goto Try; }
  Got: skip;
}

invariant whole: WriterReader at Got && WriterReader.before == 2 -> WriterReader.a == WriterReader.b;
