// Read, copy, update: a new version is published, and the old one is freed once no reader is inside. Own program
// after the idea of RCU (McKenney and Slingwine 1998); -1 is freed memory.
// Expect: sc safe, tso unsafe, pso unsafe (the updater looks for readers while the new version, or the sign of a
// reader, is still buffered, and frees what the reader is about to read).
shared int[0..1] current = 0;
shared int[-1..2] version[2] = {1, -1};
shared bool reading[2] = false;

thread Updater {
  version[1] = 2;
  current = 1;
  assume(!reading[0]);
  assume(!reading[1]);
  version[0] = -1;
}

thread Reader(me: 0..1) {
  local int[0..1] which = 0;
  local int[-1..2] value = 0;
  reading[me] = true;
  which = current;
  value = version[which];
  assert(value != -1);
  reading[me] = false;
}
