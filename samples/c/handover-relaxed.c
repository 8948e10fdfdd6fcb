// The flag is set relaxed. On x86 the message is there even so, and the assertion holds under TSO; by the rules of C the two
// accesses to it are a data race, under any model. Expect: sc unsafe, tso unsafe, pso unsafe
#define SET memory_order_relaxed
#include "handover.c"
