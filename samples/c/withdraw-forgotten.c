// Who finds too little returns without leaving the lock: the next one spins for ever, which --termination shows as a run that
// repeats. Expect: sc unsafe, tso unsafe, pso unsafe
#define FORGET
#include "withdraw.c"
