/*
 * initial.fp (memory model: sc), made by fencepost for Spin 6.5 or newer.
 *
 * A violated assertion of the form !(violated_...) says which property is violated:
 *   violated_invariant_11: the property invariant:11
 *   violated_range: a value out of the range of its variable
 *
 * To run it, looking for all violated assertions (-o3: a step of the program is a step of the model):
 *   spin -a -o1 -o2 -o3 FILE.pml && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -c0 -E -m1000000
 * To see a first violation: ./pan -E -m1000000; spin -t -p FILE.pml
 */

/* hidden: no part of a state; true only while the assertion of a violated property fails */
hidden byte violated_invariant_11 = 0;
hidden byte violated_range = 0;
inline report(violated) { violated = 1; assert(!violated); violated = 0; }
inline check(holds, violated) { if :: holds; :: else -> report(violated); fi; }

byte n;
bool b[2];
short rest;
short mixed[2];
/* locals that properties or initial values speak of */
byte P_mine;
short P_any;

proctype P() {
  int late = 0;
  /* initial.fp:8: late = rest; */
  late = rest;
  /* initial.fp:9: x: mine = late; */
  x:
  if
  :: atomic {
       late >= 0 && late <= 9;
       P_mine = late;
     }
  :: d_step {
       late < 0 || late > 9;
       report(violated_range);
     }
     goto x;
  fi;
  end: false; /* it stays here, so that its end is no step */
}

proctype monitor() {
  end:
  do
  :: atomic {
       n + rest != 9 ->
         report(violated_invariant_11);
     }
  od;
}

/* initial values that cannot be declared; one state more than the program has: the one before this step */
init {
  atomic {
    n = 0;
    do
    :: n < 9 ->
         n = n + 1;
    :: break;
    od;
    if
    :: b[0] = false;
    :: b[0] = true;
    fi;
    if
    :: b[1] = false;
    :: b[1] = true;
    fi;
    if
    :: P_any = -1;
    :: P_any = 0;
    :: P_any = 1;
    fi;
    rest = 9 - n;
    mixed[0] = -1;
    mixed[1] = 1;
    P_mine = n;
    run P();
    run monitor();
  }
  end: false;
}
