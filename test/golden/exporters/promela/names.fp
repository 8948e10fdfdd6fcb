// Keywords of Promela, labels that mean something to Spin, locals by the name of their like elsewhere.
shared int byte = 0, monitor = 0;
shared bool proctype[2] = {false, true};
thread init {
  local int run = 1, P_r = 2;
  end_of_all: byte = run;
  accept: monitor = P_r;
  goto end_of_all;
}
thread P(me: 0..1) {
  local int r = 0;
  progress: r = monitor;
  proctype[me] = r == 2;
}
invariant chan: init at accept -> byte == 1;
final run: P(0).r <= P(1).r;
ltl live: G F (init at accept);
