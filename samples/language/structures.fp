// Letters with a mark that says that they can be read; one box for each reader.
// Own program.
// Expect: sc safe, tso safe, pso unsafe (the mark may become visible before the letter).
struct Letter { int[0..9] text = 0; bool ready = false; }
shared Letter box[2];

thread Sender {
  local Letter own = {7, true};
  for (i in 0..1) {
    box[i].text = own.text;
    box[i].ready = own.ready;
  }
}

thread Reader(me: 0..1) {
  local bool ready = false;
  ready = box[me].ready;
  if (ready) { assert whole: box[me].text == 7; }
}
