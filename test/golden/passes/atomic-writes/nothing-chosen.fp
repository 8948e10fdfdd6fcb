shared int x = 0;

thread P { x = 1; atomic { x = 2; } }
