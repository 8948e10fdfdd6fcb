/*
 * sections.fp (memory model: sc), made by fencepost for Spin 6.5 or newer.
 *
 * A violated assertion of the form !(violated_...) says which property is violated:
 *   violated_invariant_11: the property invariant:11
 *   violated_assert_8: the property assert:8
 *   violated_bounds: an index beyond an array
 *   violated_range: a value out of the range of its variable
 * Some atomic steps may get stuck half done: states with `inside` not 0 that lead nowhere stand for
 * steps that were not taken.
 *
 * To run it, looking for all violated assertions (-o3: a step of the program is a step of the model):
 *   spin -a -o1 -o2 -o3 FILE.pml && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -c0 -E -m1000000
 * To see a first violation: ./pan -E -m1000000; spin -t -p FILE.pml
 */

/* hidden: no part of a state; true only while the assertion of a violated property fails */
hidden byte violated_invariant_11 = 0;
hidden byte violated_assert_8 = 0;
hidden byte violated_bounds = 0;
hidden byte violated_range = 0;
inline report(violated) { violated = 1; assert(!violated); violated = 0; }
inline check(holds, violated) { if :: holds; :: else -> report(violated); fi; }

byte x = 0;
byte y = 0;
byte a[2] = 0;
/* locals that properties or initial values speak of */
byte P_r = 0;
/* who is in the middle of a step that may get stuck; 0: nobody */
byte inside = 0;

active proctype P() provided (inside == 0 || inside == 1) {
  /* sections.fp:4: atomic { x = 1; assume(y == 2); y = 0; } */
  d_step {
    y == 2;
    x = 1;
    y = 0;
  }
  /* sections.fp:5: atomic { r = x; if (r == 1) { r = y; } assume(r == 0); Out: skip; } */
  atomic {
    (x == 1 -> y == 0 : x == 0);
    P_r = x;
    if
    :: P_r == 1 ->
         P_r = y;
    :: else
    fi;
    Out:
    skip;
  }
  /* sections.fp:6: atomic { a[r] = 2; assume(a[y] == 2); } */
  again:
  if
  :: d_step {
       P_r <= 1 && y <= 1 && (y == P_r || a[y] == 2);
       a[P_r] = 2;
     }
  :: d_step {
       P_r > 1 || y > 1;
       report(violated_bounds);
     }
     goto again;
  fi;
  /* sections.fp:7: atomic { either { assume(x == 0); y = 1; } or { y = 3; assume(r == 1); } x = 2; } */
  atomic {
    x == 0 || P_r == 1;
    if
    :: x == 0 ->
         y = 1;
    :: P_r == 1 ->
         y = 3;
    fi;
    x = 2;
  }
  /* sections.fp:8: atomic { assert(x == 1); assume(y == 2); } */
  atomic {
    inside = 1;
    check(x == 1, violated_assert_8);
    y == 2;
    inside = 0;
  }
  /* sections.fp:9: atomic { while (r < 2) { r = r + 1; } } */
  inside = 1;
  do
  :: P_r < 2 ->
       if
       :: P_r > 2 ->
            d_step {
              report(violated_range);
            }
            false;
       :: P_r <= 2 ->
            P_r = P_r + 1;
       fi;
  :: else ->
       break;
  od;
  inside = 0;
  end: false; /* it stays here, so that its end is no step */
}

active proctype monitor() provided (inside == 0) {
  end:
  do
  :: atomic {
       P_r > 2 ->
         report(violated_invariant_11);
     }
  od;
}
