// The alternating bit protocol with numbers that grow without end; message and answer are sent twice before the
// buffer is waited for (after the program in the CUPEX benchmarks, MIT licence, of Dan, Meshman, Vechev and Yahav).
// Expect: sc safe, tso safe, pso safe (two writes are buffered at most).
shared int[0..1] message = 0, ack = 0;

thread Sender {
  local int sent = 0;
  local int[0..1] bit = 0, seen = 0;
  while (true) {
    seen = ack;
    if (seen == bit) {
      sent = sent + 1;
      bit = 1 - bit;
      message = bit;
      message = bit;
      fence;
    }
  }
}

thread Receiver {
  local int received = 0;
  local int[0..1] bit = 0, seen = 0;
  while (true) {
    seen = message;
    if (seen != bit) {
      bit = seen;
      received = received + 1;
      ack = bit;
      ack = bit;
      fence;
    }
  }
}

invariant in_step: Sender.sent == Receiver.received || Sender.sent == Receiver.received + 1;

predicates {
  message == 0;
  ack == 0;
  Sender.bit == 0;
  Sender.seen == 0;
  Receiver.bit == 0;
  Receiver.seen == 0;
  Sender.sent == Receiver.received;
  Sender.sent == Receiver.received + 1;
}
