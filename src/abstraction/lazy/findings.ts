import type { Unknown } from '../../lang/run/verdict.js';
import type { CommandPath } from '../command-program.js';
import type { AbstractPath, AbstractVerdict, PathValues } from '../abstraction-request.js';

type Why = Omit<Unknown, 'kind'>;

/** What has been found of one property so far. */
export class PropertyFinding {
  /** Violating states of this round whose paths were followed in vain. */
  followed = 0;
  #real: AbstractVerdict | null = null;
  #safe = false;
  /** The first path that the program does not take, and why that is no answer. */
  #unreal: (Why & { readonly abstract: AbstractPath }) | null = null;
  #refined: AbstractPath | null = null;

  /** No more is to be found. */
  get isDecided(): boolean {
    return this.#safe || this.#real !== null;
  }

  nextRound(): void {
    this.followed = 0;
  }

  /** A path that the program does not take, and that asks for predicates: the last one tells what the matter is. */
  isRefined(abstract: AbstractPath): void {
    this.#refined = abstract;
  }

  get isReal(): boolean {
    return this.#real !== null;
  }

  becomesReal(path: CommandPath, values: PathValues): void {
    this.#real = { kind: 'unsafe', path, values };
  }

  isSafe(): void {
    this.#safe = true;
  }

  isUnreal(abstract: AbstractPath): void {
    this.followed++;
    this.#unreal ??= { reason: 'spurious', detail: tooCoarse, abstract };
  }

  isDoubtful(detail: string, abstract: AbstractPath): void {
    this.followed++;
    if (this.#unreal?.reason !== 'unconfirmed') this.#unreal = { reason: 'unconfirmed', detail, abstract };
  }

  verdict(otherwise: Why | null): AbstractVerdict {
    if (this.#real !== null) return this.#real;
    if (this.#safe) return { kind: 'safe' };
    const met = this.#refined === null ? {} : { abstract: this.#refined };
    // What was met before a limit may tell more than the limit.
    return { kind: 'unknown', ...coarse, ...met, ...this.#unreal, ...otherwise };
  }
}

const tooCoarse =
  'the predicates are too coarse: the path to a violation that they allow is not one of the program';

const coarse = { reason: 'spurious', detail: tooCoarse } as const satisfies Why;
