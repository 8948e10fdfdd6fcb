shared int[0..1] a = 0;
shared int[0..5] b = 0;
shared int[0..2] flag_P0 = 0;
shared int[0..1] lonely_P0 = 0;
shared int[0..2] flag_P1 = 1;
shared int[0..2] flag_P2 = 2;

thread P0 {
  assume(flag_P0 == 0);
  assume(flag_P1 == 1);
  assume(flag_P2 == 2);
  b = 5;
}

thread P1 {
  local int[0..3] i = 0;
  A: lonely_P0 = 1;
  atomic {
    either {
      assume(i == 0 && i <= 2);
      flag_P0 = i;
    } or {
      assume(i == 1 && i <= 2);
      flag_P2 = i;
    }
  }
  atomic {
    either {
      assume(i == 0 && i <= 1);
      a = i;
    } or {
      assume(i == 1);
      b = i;
    }
  }
  atomic {
    either {
      assume(i - 2 == 0);
      i = a;
    } or {
      assume(i - 2 == 1 && b <= 3);
      i = b;
    }
  }
  locked {
    either {
      assume(i == 0);
      a = 1;
    } or {
      assume(i == 1);
      b = 1;
    }
  }
  locked {
    assume(i == 0 && lonely_P0 == 0);
    flag_P1 = 0;
  }
}

thread P2 {
  local int[0..3] i = 0;
  A: lonely_P0 = 1;
  atomic {
    either {
      assume(i == 0 && i <= 2);
      flag_P0 = i;
    } or {
      assume(i == 1 && i <= 2);
      flag_P1 = i;
    }
  }
  atomic {
    either {
      assume(i == 0 && i <= 1);
      a = i;
    } or {
      assume(i == 1);
      b = i;
    }
  }
  atomic {
    either {
      assume(i - 2 == 0);
      i = a;
    } or {
      assume(i - 2 == 1 && b <= 3);
      i = b;
    }
  }
  locked {
    either {
      assume(i == 0);
      a = 1;
    } or {
      assume(i == 1);
      b = 1;
    }
  }
  locked {
    assume(i == 0 && lonely_P0 == 0);
    flag_P2 = 0;
  }
}

invariant forbidden: !(P1 at A && P2 at A);
