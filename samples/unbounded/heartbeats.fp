// Two threads show that they are alive by numbers that grow, each in its own steps; a third sees neither go back. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int first = 0, second = 0;

thread First {
  local int beat = 0;
  while (true) {
    beat = beat + 1;
    first = beat;
  }
}

thread Second {
  local int beat = 0;
  while (true) {
    beat = beat + 2;
    second = beat;
  }
}

thread Monitor {
  local int seenFirst = 0, seenSecond = 0, now = 0;
  while (true) {
    now = first;
    assert alive: now >= seenFirst;
    seenFirst = now;
    now = second;
    assert alive: now >= seenSecond;
    seenSecond = now;
  }
}

invariant positive: first >= 0 && second >= 0;
