// Treiber's stack (1986) whose nodes come back: a thread that was about to take node 1 when that was the top before node 2 does
// so when it is the top again, and makes node 2 the top, which somebody holds. Nodes are numbered, 0 is null.
// Own program after Treiber, without his counter beside the top.
// Expect: sc unsafe, tso unsafe, pso unsafe (node 2 is taken twice).
struct Node { int[0..2] next; bool held; }
shared Node node[3] = {{0, false}, {2, false}, {0, false}};
shared int[0..2] top = 1;

inline int pop() {
  local int first = 0, next = 0;
  local bool done = false;
  do {
    first = top;
    if (first == 0) return 0;
    next = node[first].next;
    done = cas(top, first, next);
  } while (!done);
  assert alone: !node[first].held;
  node[first].held = true;
  return first;
}
inline push(int own) {
  local int first = 0;
  local bool done = false;
  node[own].held = false;
  do { first = top; node[own].next = first; done = cas(top, first, own); } while (!done);
}

thread P { local int a = 0, b = 0; a = pop(); b = pop(); }
thread Q {
  local int a = 0, b = 0;
  a = pop();
  b = pop();
  if (a != 0) push(a);
}
