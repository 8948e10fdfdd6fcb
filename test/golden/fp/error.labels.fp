shared int x = 0;
thread P {
  Start: x = 1;
  goto Strat;
  goto nowhere;
  Start: x = 2;
  goto inside;
  atomic {
    x = 3;
    inside: x = 4;
    goto inside;
    goto out;
  }
  out:
}
invariant !(P at CS);
invariant P at inside;
