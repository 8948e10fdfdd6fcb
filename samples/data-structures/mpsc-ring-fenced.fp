// A bounded queue: a ring in which every slot says whose turn it is, with a store-store fence between value and turn.
// Two producers, one consumer, two slots. Own program after Vyukov's bounded queue (2010).
// Expect: sc safe, tso safe, pso safe (the consumer needs no fence: in these models a store never overtakes a load).
const Slots = 2;
shared int[0..4] turn[Slots] = {0, 1};
shared int[0..2] slot[Slots] = 0;
shared int[0..2] tail = 0;

thread Producer(me: 1..2) {
  local int[0..2] t = 0;
  local int[0..4] now = 0;
  local bool mine = false;
  while (!mine) {
    t = tail;
    now = turn[t % Slots];
    if (now == t) { mine = cas(tail, t, t + 1); }
  }
  slot[t % Slots] = me;
  fence(ww);
  turn[t % Slots] = t + 1;
}

thread Consumer {
  local int[0..2] h = 0, value = 0;
  while (h < 2) {
    assume(turn[h % Slots] == h + 1);
    value = slot[h % Slots];
    assert(value != 0);
    turn[h % Slots] = h + Slots;
    h = h + 1;
  }
}
