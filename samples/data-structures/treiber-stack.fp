// Two threads push onto a linked stack with compare-and-swap: no node is lost. Nodes are numbered, 0 is null.
// Own program after Treiber (1986).
// Expect: sc safe, tso safe, pso safe (the cas drains the buffer, so the link is in memory before the node is).
shared int[0..2] top = 0;
shared int[0..2] link[3] = 0;

thread Push(node: 1..2) {
  local int[0..2] old = 0;
  local bool done = false;
  while (!done) {
    old = top;
    link[node] = old;
    done = cas(top, old, node);
  }
}

final nothing_lost: top == 1 && link[1] == 2 && link[2] == 0 || top == 2 && link[2] == 1 && link[1] == 0;
