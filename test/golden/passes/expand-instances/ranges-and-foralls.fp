shared bool want[Q] = false;
shared int turn = 0;

thread Once { turn = 1; }

thread Q(me: 1..2) {
  local int other = 3 - me;
  want[me] = true;
  CS: turn = other;
}

invariant mutex: forall a != b in Q: !(a at CS && b at CS);
invariant one: Q(1).other == 2 && Q(2).other == 1;
