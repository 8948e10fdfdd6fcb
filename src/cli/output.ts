import { colourChoices } from '../options/run-rows.js';
import type { ColourChoice } from '../options/run-rows.js';
import type { GivenOptions } from '../options/values.js';
import { colourStyle, plainStyle } from '../report/style.js';
import type { Style } from '../report/style.js';

/** What of a terminal, pipe or file is used. */
export interface Sink extends NodeJS.EventEmitter {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string, done?: (error?: Error | null) => void): boolean;
}

export interface OutputSettings {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The width of what goes to no terminal, or to one that does not tell (0), unless the environment says COLUMNS. */
const widthElsewhere = 100;
const clearLine = '\r\u001b[K';

/** The value of `--color`, before it was checked. */
export function colourAsked(given: GivenOptions): ColourChoice {
  const [text] = given.get('color') ?? [];
  return colourChoices.find((choice) => choice === text) ?? 'auto';
}

/** The only writer of the program: results to stdout, all else to stderr. */
export class Output {
  readonly #settings: OutputSettings;
  #closed = false;
  #colour: ColourChoice = 'auto';
  #failure: Error | null = null;
  #progressShown = false;

  constructor(settings: OutputSettings) {
    this.#settings = settings;
    for (const sink of [settings.stdout, settings.stderr]) {
      // A reader that has gone away (EPIPE) is no error: the work ends with its own exit code.
      sink.on('error', (error: NodeJS.ErrnoException) => {
        if (sink === settings.stdout) this.#closed = true;
        if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') this.#failure ??= error;
      });
    }
  }

  /** Nobody reads stdout any more. */
  get closed(): boolean {
    return this.#closed;
  }

  get isTerminal(): boolean {
    return this.#settings.stdout.isTTY === true;
  }

  /** Progress can be drawn, on one line that is written over and over. */
  get canRedraw(): boolean {
    return this.#settings.stderr.isTTY === true;
  }

  get width(): number {
    const { stdout, env } = this.#settings;
    const asked = Number(env['COLUMNS'] ?? '');
    const elsewhere = Number.isSafeInteger(asked) && asked > 0 ? asked : widthElsewhere;
    return Math.max(60, stdout.columns || elsewhere);
  }

  /** For results. */
  get style(): Style {
    return this.#isColourful() ? colourStyle : plainStyle;
  }

  /** What `--color` says; what it does not say is `auto`. */
  useColour(choice: ColourChoice): void {
    this.#colour = choice;
  }

  #isColourful(): boolean {
    if (this.#colour !== 'auto') return this.#colour === 'always';
    const { env } = this.#settings;
    const refused = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
    return this.isTerminal && !refused;
  }

  /** Part of a result; a line break is added if it has none. */
  result(text: string): void {
    this.#eraseProgress();
    if (text !== '' && !this.#closed) this.#settings.stdout.write(endingLine(text));
  }

  /** Anything that is no result: errors, warnings, what --verbose tells. */
  message(text: string): void {
    this.#eraseProgress();
    if (text !== '') this.#settings.stderr.write(endingLine(text));
  }

  progress(line: string): void {
    if (!this.canRedraw) {
      this.message(line);
      return;
    }
    const room = (this.#settings.stderr.columns || widthElsewhere) - 1;
    this.#settings.stderr.write(`${clearLine}${line.slice(0, room)}`);
    this.#progressShown = true;
  }

  /** Waits until all is written. Tells what went wrong on the way, or null. */
  async finish(): Promise<string | null> {
    this.#eraseProgress();
    const { stdout, stderr } = this.#settings;
    await Promise.all(
      [stdout, stderr].map((sink) => new Promise<void>((resolve) => sink.write('', () => resolve()))),
    );
    return this.#failure === null ? null : `cannot write the output: ${this.#failure.message}`;
  }

  #eraseProgress(): void {
    if (!this.#progressShown) return;
    this.#progressShown = false;
    this.#settings.stderr.write(clearLine);
  }
}

function endingLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
