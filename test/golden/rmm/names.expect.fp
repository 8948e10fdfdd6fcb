shared int[0..1] flag_P1 = 0;
shared int[0..1] r = 0;
shared int[0..1] thread_2 = 0;
shared int[0..1] flag_P1_2 = 0;
shared int[0..1] r_P1 = 0;

thread P0 {
  local int[0..1] r_2 = 0;
  local int[0..1] P1_2 = 0;
  skip_2: r = r_2;
  thread_2 = P1_2;
}

thread P1 {
  local_2: flag_P1_2 = 1;
  r_P1 = 1;
  goto local_2;
}

invariant forbidden: !(P0 at skip_2 && P1 at local_2);
