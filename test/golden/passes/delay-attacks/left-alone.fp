shared int data = 0, flag = 0;

thread Writer {
  data = 1;
  flag = 1;
}

thread Reader {
  local int seen = 0;
  assume(flag == 1);
  seen = data;
}
