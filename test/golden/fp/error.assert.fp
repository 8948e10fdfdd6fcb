shared int x = 0;
thread P { assert x == 0; assert no: x; assert x; assert !x; assert: x == 0; assert b: x == 0 }
