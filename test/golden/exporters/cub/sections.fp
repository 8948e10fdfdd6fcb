// model: tso
// Sections: what they store is a transition of its own, behind the rest.
shared int x = 0, y = 0;
thread P {
  local int r = 0;
  atomic { r = x; y = r + 1; }
  atomic { x = 2; y = 3; }
  Here: atomic { assume(y == 3); x = y + x; }
}
thread Q { locked { x = y; y = 1; } atomic { fence; x = 4; } }
invariant P at Here -> P.r >= 0;
