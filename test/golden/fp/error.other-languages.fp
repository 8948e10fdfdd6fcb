shared bool a = false, b = false;
shared int turn = 0;
thread P {
  while (b) do
    if (turn != 0) { a = false; } elif (turn == 1) { a = true; }
  done
  if (a and b) then { skip; }
  if (a or b) { skip; }
  if (not a) { skip; }
  printf("%d", turn);
  let r = 1;
}
assert safe: turn == 0;
