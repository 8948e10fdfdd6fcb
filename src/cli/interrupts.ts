/** As ExitCode has it. This file imports nothing: it is there before anything else is loaded. */
const interruptedCode = 130;

/** Hears SIGINT and SIGTERM from the first moment of the program on. The second one ends it at once. */
export class Interrupts {
  #isHeard = false;
  #listener: () => void = () => undefined;

  constructor() {
    process.on('SIGINT', this.#onSignal);
    process.on('SIGTERM', this.#onSignal);
  }

  /** From now on this is told, in place of who was told before; at once, if a signal came already. */
  tell(listener: () => void): void {
    this.#listener = listener;
    if (this.#isHeard) listener();
  }

  /** There is no work left that could tell what it has. */
  leaveAtOnce(): void {
    this.#listener = leave;
  }

  readonly #onSignal = (): void => {
    if (this.#isHeard) leave();
    this.#isHeard = true;
    this.#listener();
  };
}

const leave = (): never => process.exit(interruptedCode);
