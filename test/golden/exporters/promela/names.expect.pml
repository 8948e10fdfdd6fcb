/*
 * names.fp (memory model: sc), made by fencepost for Spin 6.5 or newer.
 *
 * A violated assertion of the form !(violated_...) says which property is violated:
 *   violated_chan: the property chan
 *   violated_run: the property run
 *
 * To run it, looking for all violated assertions (-o3: a step of the program is a step of the model):
 *   spin -a -o1 -o2 -o3 FILE.pml && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -c0 -E -m1000000
 * To see a first violation: ./pan -E -m1000000; spin -t -p FILE.pml
 * For the temporal properties, one at a time:
 *   spin -a -o1 -o2 -o3 FILE.pml && gcc -O2 -DNOREDUCE -o pan pan.c
 *   ./pan -a -E -m1000000 -N live
 */

/* hidden: no part of a state; true only while the assertion of a violated property fails */
hidden byte violated_chan = 0;
hidden byte violated_run = 0;
inline report(violated) { violated = 1; assert(!violated); violated = 0; }
inline check(holds, violated) { if :: holds; :: else -> report(violated); fi; }

int byte_2 = 0;
int monitor_2 = 0;
bool proctype_2[2] = {false, true};
/* locals that properties or initial values speak of */
int P_0_r = 0;
int P_1_r = 0;

active proctype init_2() {
  int run_2 = 1;
  int P_r = 2;
  /* names.fp:6: end_of_all: byte = run; */
  at_end_of_all:
  byte_2 = run_2;
  /* names.fp:7: accept: monitor = P_r; */
  at_accept:
  monitor_2 = P_r;
  /* names.fp:8: goto end_of_all; */
  goto at_end_of_all;
  end: false; /* it stays here, so that its end is no step */
}

active proctype P_0() {
  /* names.fp:12: progress: r = monitor; */
  at_progress:
  P_0_r = monitor_2;
  /* names.fp:13: proctype[me] = r == 2; */
  proctype_2[0] = P_0_r == 2;
  end: false; /* it stays here, so that its end is no step */
}

active proctype P_1() {
  /* names.fp:12: progress: r = monitor; */
  at_progress:
  P_1_r = monitor_2;
  /* names.fp:13: proctype[me] = r == 2; */
  proctype_2[1] = P_1_r == 2;
  end: false; /* it stays here, so that its end is no step */
}

active proctype monitor() {
  end:
  do
  :: atomic {
       init_2@at_accept && byte_2 != 1 ->
         report(violated_chan);
     }
  :: atomic {
       init_2@end && P_0@end && P_1@end && P_0_r > P_1_r ->
         report(violated_run);
     }
  od;
}

ltl live { ([] (<> (init_2@at_accept))) }
