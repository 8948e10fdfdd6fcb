// Read, copy, update, with fences: a new version is published, and the old one is freed once no reader is inside. Own
// program after the idea of RCU (McKenney and Slingwine 1998); -1 is freed memory.
// Expect: sc safe, tso safe, pso safe (with a full fence in the updater and one in the reader, one of the two sees
// the other; the store-store fence, for PSO, fills the version before it is published).
shared int[0..1] current = 0;
shared int[-1..2] version[2] = {1, -1};
shared bool reading[2] = false;

thread Updater {
  version[1] = 2;
  fence(ww);
  current = 1;
  fence;
  assume(!reading[0]);
  assume(!reading[1]);
  version[0] = -1;
}

thread Reader(me: 0..1) {
  local int[0..1] which = 0;
  local int[-1..2] value = 0;
  reading[me] = true;
  fence;
  which = current;
  value = version[which];
  assert(value != -1);
  reading[me] = false;
}
