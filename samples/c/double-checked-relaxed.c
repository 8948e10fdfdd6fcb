// Double-checked initialisation that publishes by a relaxed store: the pointer may be there before the object is.
// Expect: sc safe, tso safe, pso unsafe
#define PUBLISH memory_order_relaxed
#include "double-checked.c"
