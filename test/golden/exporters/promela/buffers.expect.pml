/*
 * buffers.fp (memory model: tso, at most 1 buffered write of a thread), made by fencepost for Spin 6.5 or newer.
 *
 * A violated assertion of the form !(violated_...) says which property is violated:
 *   violated_invariant_10: the property invariant:10
 *   violated_seen: the property seen
 *   violated_overflow: the bound on buffered writes was too small: the answer is unknown, not a violation
 *
 * To run it, looking for all violated assertions (-o3: a step of the program is a step of the model):
 *   spin -a -o1 -o2 -o3 FILE.pml && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -c0 -E -m1000000
 * To see a first violation: ./pan -E -m1000000; spin -t -p FILE.pml
 */

/* hidden: no part of a state; true only while the assertion of a violated property fails */
hidden byte violated_invariant_10 = 0;
hidden byte violated_seen = 0;
hidden byte violated_overflow = 0;
inline report(violated) { violated = 1; assert(!violated); violated = 0; }
inline check(holds, violated) { if :: holds; :: else -> report(violated); fi; }

int x = 0;
byte y = 0;
byte P_cnt = 0;
byte P_lhs_1 = 0;
int P_rhs_1 = 0;
byte Q_cnt = 0;
byte Q_lhs_1 = 0;
byte Q_rhs_1 = 0;
bool P_done = false;
bool Q_done = false;
/* locals that properties or initial values speak of */
int P_r = 0;

active proctype P() {
  /* buffers.fp:6: x = 1; */
  store_1:
  if
  :: d_step {
       P_cnt == 1;
       check(false, violated_overflow);
     }
     goto store_1;
  :: d_step {
       P_cnt != 1;
       P_cnt = P_cnt + 1;
       P_lhs_1 = 0;
       P_rhs_1 = 1;
     }
  fi;
  /* buffers.fp:7: CS: r = y; */
  CS:
  P_r = y;
  /* buffers.fp:4: thread P { */
  P_done = true;
  end: false; /* it stays here, so that its end is no step */
}

active proctype Q() {
  /* buffers.fp:9: thread Q { y = 3; } */
  store_1:
  if
  :: d_step {
       Q_cnt == 1;
       check(false, violated_overflow);
     }
     goto store_1;
  :: d_step {
       Q_cnt != 1;
       Q_cnt = Q_cnt + 1;
       Q_lhs_1 = 0;
       Q_rhs_1 = 3;
     }
  fi;
  Q_done = true;
  end: false; /* it stays here, so that its end is no step */
}

active proctype P_flush() {
  /* buffers.fp:4: thread P { */
  next:
  if
  :: d_step {
       P_cnt > 0;
       x = P_rhs_1;
       P_lhs_1 = 0;
       P_rhs_1 = 0;
       P_cnt = P_cnt - 1;
     }
     goto next;
  :: P_done && P_cnt == 0;
  fi;
  end: false; /* it stays here, so that its end is no step */
}

active proctype Q_flush() {
  /* buffers.fp:9: thread Q { y = 3; } */
  next:
  if
  :: d_step {
       Q_cnt > 0;
       y = Q_rhs_1;
       Q_lhs_1 = 0;
       Q_rhs_1 = 0;
       Q_cnt = Q_cnt - 1;
     }
     goto next;
  :: Q_done && Q_cnt == 0;
  fi;
  end: false; /* it stays here, so that its end is no step */
}

active proctype monitor() {
  end:
  do
  :: atomic {
       P@CS && y == 3 ->
         report(violated_invariant_10);
     }
  :: atomic {
       P@end && Q@end && P_flush@end && Q_flush@end && P_r != 3 && x != 1 ->
         report(violated_seen);
     }
  od;
}
