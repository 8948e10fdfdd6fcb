// A producer tells by the name of a phase how far it is; who sees that it is done reads what was made.
// Own program.
// Expect: sc safe, tso safe, pso unsafe (the phase may become visible before what it speaks of).
enum Phase { Idle, Working, Done }
shared Phase phase = Idle;
shared int[0..7] made = 0;

thread Producer {
  phase = Working;
  made = 7;
  phase = Done;
}

thread Consumer {
  local int[0..7] seen = 7;
  if (phase == Done) { seen = made; }
  assert complete: seen == 7;
}
