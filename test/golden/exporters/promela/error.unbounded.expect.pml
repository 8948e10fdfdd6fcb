error.unbounded.fp:1:12: error: the integer 'n' has no initial value, and Spin cannot try all integers [E501]
 1 | shared int n;
   |            ^
  = initialise it, or give it a range as in int[0..3]
