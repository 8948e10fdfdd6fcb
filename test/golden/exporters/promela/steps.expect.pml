/*
 * steps.fp (memory model: sc), made by fencepost for Spin 6.5 or newer.
 *
 * A violated assertion of the form !(violated_...) says which property is violated:
 *   violated_invariant_13: the property invariant:13
 *   violated_assert_9: the property assert:9
 *   violated_div: a division by zero
 *   violated_bounds: an index beyond an array
 *   violated_range: a value out of the range of its variable
 *   violated_int32: a number beyond 32 bits: the program means mathematical integers, so the answer is unknown
 * Integers are computed in 32 bits; what would leave them is reported.
 *
 * To run it, looking for all violated assertions (-o3: a step of the program is a step of the model):
 *   spin -a -o1 -o2 -o3 FILE.pml && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -c0 -E -m1000000
 * To see a first violation: ./pan -E -m1000000; spin -t -p FILE.pml
 */

#define idle (_pid >= 0) /* a step that changes nothing */

/* hidden: no part of a state; true only while the assertion of a violated property fails */
hidden byte violated_invariant_13 = 0;
hidden byte violated_assert_9 = 0;
hidden byte violated_div = 0;
hidden byte violated_bounds = 0;
hidden byte violated_range = 0;
hidden byte violated_int32 = 0;
inline report(violated) { violated = 1; assert(!violated); violated = 0; }
inline check(holds, violated) { if :: holds; :: else -> report(violated); fi; }

byte x = 0;
byte a[2] = 0;
int n = 0;

active proctype P() {
  byte i = 0;
  byte load_1 = 0;
  byte load_2 = 0;
  byte load_3 = 0;
  int load_4 = 0;
  /* steps.fp:5: Again: i = x / a[x]; */
  Again:
  load_1 = x;
  Again_goes_on:
  load_2 = x;
  Again_goes_on_2:
  if
  :: d_step {
       report(violated_div);
     }
     goto Again_goes_on_2;
  fi;
  /* steps.fp:6: while (i < 2) { i = i + 1; } */
  do
  :: i < 2 ->
       again:
       if
       :: d_step {
            i <= 2;
            i = i + 1;
          }
       :: d_step {
            i > 2;
            report(violated_range);
          }
          goto again;
       fi;
  :: else ->
       break;
  od;
  /* steps.fp:7: while (true) { */
  again_2:
  do
  :: /* steps.fp:8: either { assume(x == i); x = 1; } or { if (a[i] > n) { havoc i; } } or { goto Again; } or { } */
     if
     :: x == i;
        x = 1;
     :: if
        :: d_step {
             i <= 1;
             load_3 = a[i];
           }
        :: d_step {
             i > 1;
             report(violated_bounds);
           }
           goto again_2;
        fi;
        if
        :: load_3 > n ->
             if
             :: i = 0;
             :: i = 1;
             :: i = 2;
             :: i = 3;
             fi;
        :: else
        fi;
     :: idle;
        goto Again;
     :: idle;
     fi;
     /* steps.fp:9: assert(i != 3); */
     d_step {
       check(i != 3, violated_assert_9);
     }
     /* steps.fp:10: n = n + 1; */
     load_4 = n;
     again_3:
     if
     :: d_step {
          load_4 <= 2147483646;
          n = load_4 + 1;
        }
     :: d_step {
          load_4 > 2147483646;
          report(violated_int32);
        }
        goto again_3;
     fi;
  od;
  end: false; /* it stays here, so that its end is no step */
}

active proctype monitor() {
  end:
  do
  :: atomic {
       x == 0 ->
         report(violated_invariant_13);
     }
  od;
}
