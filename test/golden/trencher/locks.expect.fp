shared int mem[2] = 0;

thread row {
  local int r = 0;
  q0: locked {
    r = mem[0];
    mem[0] = r + 1;
  }
  goto q0;
}

thread branches {
  local int r = 0;
  local int s = 0;
  q0: locked {
    r = mem[0];
    either {
      assume(r == 0);
      mem[0] = 1;
      q5_locked: s = mem[1];
      either {
        assume(s != 0);
        goto q5_locked;
      } or {
        assume(s == 0);
      }
    } or {
      assume(r != 0);
      goto q5_locked;
    }
  }
  q8: skip;
  goto q0;
}

thread ways_out {
  local int r = 0;
  q0: locked {
    r = mem[0];
    either {
      assume(r == 0);
      mem[0] = 1;
      goto critical;
    } or {
      assume(r != 0);
      goto q0;
    }
  }
  critical: mem[0] = 0;
  goto q0;
}

thread nothing {
  q0: fence;
  q3: locked {
    either {
      goto q5;
    } or {
      goto q0;
    }
  }
  q5: assume(false);
}

thread state_in_both {
  local int r = 0;
  q0: either {
    mem[1] = 1;
    goto q1;
  } or {
    assume(false);
  }
  q1: either {
    locked {
      assume(true);
    }
    goto q3;
  } or {
    assume(false);
  }
  q3: assume(false);
}
