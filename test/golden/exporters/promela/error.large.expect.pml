error.large.fp:2:12: error: a number here is beyond 32 bits, which is all that Promela has [E501]
 2 | thread P { n = 3000000000; }
   |            ^^^^^^^^^^^^^^^
  = use smaller numbers
