shared int x = 0;
process R(me) { x = 1; }
final x == 1;
