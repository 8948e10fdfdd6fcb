// The alternating bit protocol over two one-place channels, with a store-store fence between number and bit; three
// numbers are sent (after the program in the CUPEX benchmarks, MIT licence, of Dan, Meshman, Vechev and Yahav, which
// sends the bit alone).
// Expect: sc safe, tso safe, pso safe (who sees the new bit sees the number that it stands for).
shared int[0..1] message = 0, ack = 0;
shared int[0..3] data = 0;

thread Sender {
  local int[0..3] sent = 0;
  local int[0..1] bit = 0, seen = 0;
  while (sent < 3) {
    seen = ack;
    if (seen == bit) {
      sent = sent + 1;
      data = sent;
      fence(ww);
      bit = 1 - bit;
      message = bit;
    }
  }
}

thread Receiver {
  local int[0..3] received = 0, value = 0;
  local int[0..1] bit = 0, seen = 0;
  while (received < 3) {
    seen = message;
    if (seen != bit) {
      bit = seen;
      received = received + 1;
      value = data;
      assert(value == received);
      ack = bit;
    }
  }
}

invariant in_step: Sender.sent == Receiver.received || Sender.sent == Receiver.received + 1;
