// The list of published-list.c, whose writer gives a node back while a reader may still be at it.
// Expect: sc unsafe, tso unsafe, pso unsafe
#define HASTY
#include "published-list.c"
